import type { Project } from '@pace/contract';
import type { ReportData } from './reportData.ts';
import type { ReportPictures } from './reportPictures.ts';
import type { ReportTexts } from './reportTexts.ts';

/** All that a report is made of. A section takes from it what it shows, and asks for nothing. */
export interface ReportInput {
  project: Project;
  data: ReportData;
  texts: ReportTexts;
  pictures: ReportPictures;
  /** When the report is made */
  date: Date;
}
