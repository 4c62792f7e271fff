import { useCallback, useEffect, useRef, useState } from 'react';
import { modelFormatOf } from '@pace/contract';
import type { StepAnswer } from './stepMessage.ts';
import type { UnvPreview } from './unvFile.ts';

export type PreviewAnswer = StepAnswer | UnvPreview | { kind: 'UNV'; ok: false };

export type Preview =
  { fileName: string; state: 'reading' } | ({ fileName: string; state: 'done' } & PreviewAnswer);

/** Reads STEP, IGES and UNV files in a worker, so that the page stays alive; the latest one wins. Files of other formats have no preview. */
export function useFilePreview() {
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
      const format = modelFormatOf(fileName);
      if (format !== 'STEP' && format !== 'IGES' && format !== 'UNV') return;
      setPreview({ fileName, state: 'reading' });
      const isUnv = format === 'UNV';
      const reader = isUnv
        ? new Worker(new URL('./unvWorker.ts', import.meta.url), { type: 'module' })
        : new Worker(new URL('./stepWorker.ts', import.meta.url), { type: 'module' });
      worker.current = reader;
      const end = (answer: PreviewAnswer) => {
        if (worker.current !== reader) return;
        stop();
        setPreview({ fileName, state: 'done', ...answer });
      };
      reader.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => end(data);
      reader.onerror = () => end({ kind: isUnv ? 'UNV' : 'STEP', ok: false });
      reader.postMessage(file);
    },
    [stop],
  );
  return { preview, show };
}
