export { InputSummary } from './InputSummary.tsx';
export { ResultsPanel } from './ResultsPanel.tsx';
export { ResultSummaryCard } from './ResultSummaryCard.tsx';
export { RunCard } from './RunCard.tsx';
