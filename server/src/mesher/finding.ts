import { statement, type MessageKey, type MeshReport, type Message } from '@pace/contract';

type Finding = MeshReport['findings'][number];

/** What the mesher has to say of a mesh, beside the findings of `pace check`. */
export function finding(severity: Finding['severity'], key: MessageKey, values: Message['values']): Finding {
  return { ...statement({ message: key, values }), severity };
}
