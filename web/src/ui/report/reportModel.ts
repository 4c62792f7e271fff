/** A report as its writers (HTML, PDF) need it: plain text, numbers already in words, pictures as data: addresses. */

export type ReportBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'warning'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'table'; titles: readonly string[]; rows: readonly (readonly string[])[] }
  /** Tall: a view of a body, which has no need to share its page. Round: as high as wide */
  | { kind: 'picture'; address: string; caption: string; shape?: 'tall' | 'round' };

export interface ReportSection {
  title: string;
  blocks: readonly ReportBlock[];
}

export interface Report {
  language: string;
  title: string;
  /** Product, versions, date */
  subtitle: string;
  /** Stands on every page; empty when all is well */
  warning: string;
  sections: readonly ReportSection[];
}
