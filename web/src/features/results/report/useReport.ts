import type { Project } from '@pace/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessage } from '../../../ui/useMessage.ts';
import { usePartName } from '../../../ui/usePartName.ts';
import { useProjectName } from '../../../ui/useProjectName.ts';
import { useMethodName } from '../labels/method.ts';
import { buildReport } from './buildReport.ts';
import { readReportData } from './reportData.ts';
import type { Report } from '../../../ui/report/reportModel.ts';
import { loadPictures } from './reportPictures.ts';
import { reportTexts, type ReportTexts } from './reportTexts.ts';

export interface ReportProgress {
  stage: 'reading' | 'drawing';
  /** Of the stage, 0 to 1 */
  share: number;
}

interface ReportMaker {
  /** Undefined once it was cancelled */
  make: () => Promise<Report | undefined>;
  /** Undefined while none is made */
  progress: ReportProgress | undefined;
  cancel: () => void;
}

/** Makes the report of a project from what the server has of it. */
export function useReport(project: Project): ReportMaker {
  const texts = useReportTexts(project);
  const [progress, setProgress] = useState<ReportProgress>();
  const running = useRef<AbortController>(undefined);
  const make = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const at = (stage: ReportProgress['stage']) => (share: number) => setProgress({ stage, share });
    at('reading')(0);
    try {
      const data = await readReportData(project, { signal, onProgress: at('reading') });
      const pictures = await loadPictures();
      at('drawing')(0);
      return await buildReport(
        { project, data, texts, pictures, date: new Date() },
        { signal, onProgress: at('drawing') },
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      setProgress(undefined);
    }
  };
  return { make, progress, cancel: () => running.current?.abort() };
}

function useReportTexts(project: Project): ReportTexts {
  const { t, i18n } = useTranslation('results');
  const plots = useTranslation('plots').t;
  const methodName = useMethodName();
  const said = useMessage();
  const partName = usePartName(project.state.meshReport);
  const projectName = useProjectName()(project);
  return reportTexts({
    t,
    language: i18n.language,
    unconvergedTitle: plots('notConverged'),
    projectName,
    methodName,
    partName,
    said,
  });
}
