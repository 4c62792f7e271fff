import { CALLS, type RcsComponent, type Study } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../api/client.ts';
import { readStudyCurves } from '../../../api/studies.ts';
import { ExportMenu, type ExportItem } from '../../../ui/ExportMenu.tsx';
import { reportHtml } from '../../../ui/report/reportHtml.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { useStudyTexts } from '../useStudyTexts.ts';
import type { CurvesView } from './curvesView.ts';
import { studyReport } from './studyReport.ts';
import { studyCsv, studySheets } from './table.ts';

interface Props {
  study: Study;
  component: RcsComponent;
  objective: number;
  /** Variants whose curves are in the report */
  shown: readonly number[];
  /** How they are drawn on the page */
  view: CurvesView;
}

/** The study as files: its table, all of its curves, and a report. */
export function StudyDownloads({ study, component, objective, shown, view }: Props) {
  const { t, i18n } = useTranslation('studies');
  const plots = useTranslation('plots').t;
  const texts = useStudyTexts();
  const curvesNow = () => readStudyCurves(study.id, component);
  const report = async () => {
    const [{ linePicture, heatMapPicture }, curves, health] = await Promise.all([
      import('../../../plots/plotPicture.ts'),
      curvesNow(),
      callApi(CALLS.health, {}),
    ]);
    return studyReport({
      ...{ study, curves, component, objective, shown, view },
      texts: { ...texts, t },
      unconvergedTitle: plots('notConverged'),
      ...{ language: i18n.language, version: health.version, date: new Date() },
      pictures: { line: linePicture, heatMap: heatMapPicture },
    });
  };
  const item = (id: 'csv' | 'xlsx' | 'pdf' | 'html', content: () => Promise<Blob>): ExportItem => ({
    id,
    text: t(`download.${id}`),
    save: async () => saveFile(`${study.name}.${id}`, await content()),
  });
  return (
    <ExportMenu
      title={t('download.title')}
      items={[
        item('csv', async () => new Blob([studyCsv(study, texts)], { type: 'text/csv;charset=utf-8' })),
        item('xlsx', async () => {
          const [{ default: writeWorkbook }, curves] = await Promise.all([
            import('write-excel-file/universal'),
            curvesNow(),
          ]);
          const sheets = studySheets(study, curves, texts, {
            table: t('table.title'),
            curveTitle: t(`component.${component}`),
          });
          return writeWorkbook(sheets).toBlob();
        }),
        item('pdf', async () => {
          const { reportPdf } = await import('../../../ui/report/reportPdf.ts');
          return reportPdf(await report());
        }),
        item('html', async () => new Blob([reportHtml(await report())], { type: 'text/html;charset=utf-8' })),
      ]}
    />
  );
}
