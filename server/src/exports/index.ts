export type { CurrentsWork, ExportWork, MeshWork } from './exportWork.ts';
export { writeExport } from './writeExport.ts';
