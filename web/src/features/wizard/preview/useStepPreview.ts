import { useCallback, useEffect, useRef, useState } from 'react';
import type { StepAnswer } from './stepMessage.ts';

export type Preview = { fileName: string; state: 'reading' } | ({ fileName: string; state: 'done' } & StepAnswer);

/** Reads STEP files in a worker, so that the page stays alive; the latest one wins. */
export function useStepPreview() {
  const [preview, setPreview] = useState<Preview | undefined>();
  const worker = useRef<Worker | null>(null);
  const stop = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  useEffect(() => stop, [stop]);

  const show = useCallback(
    (file: File | null) => {
      stop();
      setPreview(undefined);
      if (!file) return;
      const fileName = file.name;
      setPreview({ fileName, state: 'reading' });
      const reader = new Worker(new URL('./stepWorker.ts', import.meta.url), { type: 'module' });
      worker.current = reader;
      const end = (answer: StepAnswer) => {
        if (worker.current !== reader) return;
        stop();
        setPreview({ fileName, state: 'done', ...answer });
      };
      reader.onmessage = ({ data }: MessageEvent<StepAnswer>) => end(data);
      reader.onerror = () => end({ ok: false });
      file.arrayBuffer().then(
        (content) => reader.postMessage(content, [content]),
        () => end({ ok: false }),
      );
    },
    [stop],
  );
  return { preview, show };
}
