import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from './document.ts';

/** Of a dialog that shows a PDF, from the start: buttons below pages that come later would move away under the mouse, and a press would be lost. */
export const PDF_DIALOG_HEIGHT = '100%';

interface Props {
  url: string;
  /** What a page is called to who cannot see it. */
  pageLabel: (page: number, count: number) => string;
  loadingLabel: string;
  /** The PDF could not be read or drawn: show something else. */
  onFailure: () => void;
}

/** The pages of a PDF one below the other. pdf.js is loaded only when the first PDF is shown. */
export function PdfView({ url, pageLabel, loadingLabel, onFailure }: Props) {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const failed = useRef(onFailure);
  useEffect(() => {
    failed.current = onFailure;
  });
  useEffect(() => {
    let isGone = false;
    let close = () => {};
    const load = async () => {
      const { openPdf } = await import('./document.ts');
      if (isGone) return;
      const task = openPdf(url);
      // Not while it is being read: the worker would throw where nobody can catch it.
      const settled = task.promise.then(
        () => undefined,
        () => undefined,
      );
      close = () => void settled.then(() => task.destroy());
      const opened = await task.promise;
      if (!isGone) setDocument(opened);
    };
    load().catch(() => !isGone && failed.current());
    return () => {
      isGone = true;
      close();
      setDocument(undefined);
    };
  }, [url]);
  if (!document)
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 320 }}>
        <CircularProgress size={28} aria-label={loadingLabel} />
      </Box>
    );
  return (
    <Box sx={{ display: 'grid', gap: 2 }} data-testid="pdf-pages">
      {Array.from({ length: document.numPages }, (_, i) => (
        <PdfPage
          key={i}
          document={document}
          number={i + 1}
          label={pageLabel(i + 1, document.numPages)}
          onFailure={() => failed.current()}
        />
      ))}
    </Box>
  );
}

interface PageProps {
  document: PDFDocumentProxy;
  number: number;
  label: string;
  onFailure: () => void;
}

function PdfPage({ document, number, label, onFailure }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const failed = useRef(onFailure);
  useEffect(() => {
    let isGone = false;
    const target = canvas.current;
    if (!target) return;
    import('./document.ts')
      .then(({ drawPage }) => drawPage(document, number, target, target.clientWidth || 600))
      .then(() => !isGone && setDrawn(true))
      .catch(() => !isGone && failed.current());
    return () => {
      isGone = true;
    };
  }, [document, number]);
  return (
    <Box
      component="canvas"
      ref={canvas}
      role="img"
      aria-label={label}
      data-drawn={drawn}
      sx={{ width: '100%', display: 'block', border: 1, borderColor: 'divider', bgcolor: '#fff' }}
    />
  );
}
