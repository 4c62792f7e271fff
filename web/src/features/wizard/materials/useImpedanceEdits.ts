import { parseImpedance } from '@pace/contract';
import { useState } from 'react';
import type { Wizard } from '../useWizard.ts';

/** Typing over calculated impedances: what can be read is kept in the draft, cells that cannot be read are marked. */
export function useImpedanceEdits({ draft, change }: Pick<Wizard, 'draft' | 'change'>) {
  const { impedanceEdits: edits } = draft;
  /** Keys of cells whose text is no impedance */
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());
  const [resetCount, setResetCount] = useState(0);
  const commit = (key: string, text: string) => {
    const value = parseImpedance(text);
    const others = new Set(invalid);
    if (value) others.delete(key);
    else others.add(key);
    setInvalid(others);
    if (value) change({ impedanceEdits: { ...edits, [key]: value } });
  };
  const reset = () => {
    change({ impedanceEdits: {} });
    setInvalid(new Set());
    setResetCount(resetCount + 1);
  };
  return { edits, invalid, resetCount, commit, reset };
}
