import type { Project } from '@pace/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askAgain } from '../../api/askAgain.ts';
import { liveStateKey, projectKey } from '../../api/projects.ts';
import { uploadFile } from '../../api/upload.ts';

export interface UploadProgress {
  sent: number;
  total: number;
}

/** Sends the model of a project; leaving the page breaks it off, choosing the same file again continues with it. */
export function useUpload(project: Project, onUploaded?: (fileName: string) => Promise<void>) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(new DOMException('The page was left', 'AbortError')), []);

  async function start(file: File): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setError(null);
    setProgress({ sent: 0, total: file.size });
    try {
      await uploadFile({
        projectId: project.id,
        file,
        stored: project.state.model,
        signal: controller.signal,
        onProgress: (sent, total) => setProgress({ sent, total }),
      });
      await onUploaded?.(file.name);
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
    }
    await askAgain(client, liveStateKey(project.id));
    await askAgain(client, projectKey(project.id));
    setProgress(null);
  }
  return { progress, error, start };
}
