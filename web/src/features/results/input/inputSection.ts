export type Fact = readonly [name: string, value: string];

export interface FactTable {
  titles: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A part of what was asked of the solver, as the page and the report show it. */
export interface InputSection {
  key:
    | 'excitation'
    | 'frequency'
    | 'alpha'
    | 'materials'
    | 'thicknesses'
    | 'impedances'
    | 'outerMedia'
    | 'solver'
    | 'outerMissing';
  title: string;
  facts?: readonly Fact[];
  text?: string;
  warning?: string;
  table?: FactTable;
}
