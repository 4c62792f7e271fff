import { useState } from 'react';
import { parseReference, type ReferenceProblem } from './referenceFile.ts';

export interface Reference {
  id: string;
  name: string;
  x: readonly number[];
  dbsm: readonly number[];
}

export interface References {
  list: readonly Reference[];
  /** Of the file that was chosen last */
  problem: (ReferenceProblem & { fileName: string }) | undefined;
  add: (file: File) => Promise<void>;
  remove: (id: string) => void;
}

/** Reference curves of one plot, from files. */
export function useReferences(): References {
  const [list, setList] = useState<readonly Reference[]>([]);
  const [problem, setProblem] = useState<References['problem']>();
  return {
    list,
    problem,
    add: async (file) => {
      const parsed = parseReference(await file.text());
      if ('problem' in parsed) {
        setProblem({ ...parsed, fileName: file.name });
        return;
      }
      setProblem(undefined);
      setList((old) => {
        const name = old.some((one) => one.name === file.name)
          ? `${file.name} (${old.length + 1})`
          : file.name;
        return [...old, { id: `reference/${crypto.randomUUID()}`, name, x: parsed.x, dbsm: parsed.dbsm }];
      });
    },
    remove: (id) => setList((old) => old.filter((one) => one.id !== id)),
  };
}
