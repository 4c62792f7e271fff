export const FILE_PANEL_TITLE = 'file-panel-title';

/** Brings the panel of the model into view; on small screens it stands below the steps. */
export function showFilePanel(): void {
  const title = document.getElementById(FILE_PANEL_TITLE);
  title?.scrollIntoView({ behavior: 'smooth', block: 'start' });
  title?.focus({ preventScroll: true });
}
