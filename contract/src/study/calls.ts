import { z } from 'zod';
import { call } from '../call.ts';
import { ProjectNameSchema, ProjectSchema } from '../project.ts';
import { StudyDefinitionSchema, StudyNameSchema } from './definition.ts';
import {
  StudyCurvesRequestSchema,
  StudyCurvesSchema,
  StudyForecastSchema,
  StudyRowSchema,
  StudySchema,
} from './study.ts';

/** Lists of a thousand values of each of eight parameters */
const DEFINITION_BODY_BYTES = 512 * 1024;

const byStudy = z.object({ id: z.string().min(1) });
const ofBase = z.object({ projectId: z.string().min(1), definition: StudyDefinitionSchema });

/** Calls of studies: many variants of one project, and what becomes of them. */
export const STUDY_CALLS = {
  predictStudy: call({
    method: 'POST',
    path: '/api/study/predict',
    access: 'user',
    summary: 'What a study of a project would take; errors are those of making it; changes nothing',
    body: ofBase,
    maxBodyBytes: DEFINITION_BODY_BYTES,
    result: StudyForecastSchema,
  }),
  createStudy: call({
    method: 'POST',
    path: '/api/study/create',
    access: 'user',
    summary: 'New study of a project: its variants are computed as fast as the queue takes them',
    body: ofBase.extend({ name: StudyNameSchema }),
    maxBodyBytes: DEFINITION_BODY_BYTES,
    result: StudySchema,
  }),
  getStudies: call({
    method: 'GET',
    path: '/api/study/list',
    access: 'user',
    summary: 'Studies of the user, newest first',
    result: z.object({ studies: z.array(StudyRowSchema) }),
  }),
  getStudy: call({
    method: 'GET',
    path: '/api/study/get',
    access: 'reader',
    summary: 'One study with the state and the objectives of each variant',
    query: byStudy,
    result: StudySchema,
  }),
  studyCurves: call({
    method: 'POST',
    path: '/api/study/curves',
    access: 'reader',
    summary: 'Backscatter of the variants of a study that have finished, on common points',
    body: StudyCurvesRequestSchema,
    result: StudyCurvesSchema,
  }),
  cancelStudy: call({
    method: 'POST',
    path: '/api/study/cancel',
    access: 'user',
    summary: 'Stop the runs of a study; what has finished stays',
    body: byStudy,
    result: StudySchema,
  }),
  resumeStudy: call({
    method: 'POST',
    path: '/api/study/resume',
    access: 'user',
    summary: 'Go on with a study that was cancelled: its cancelled runs and those that are planned',
    body: byStudy,
    result: StudySchema,
  }),
  renameStudy: call({
    method: 'POST',
    path: '/api/study/rename',
    access: 'user',
    summary: 'Rename',
    body: byStudy.extend({ name: StudyNameSchema }),
    result: StudySchema,
  }),
  deleteStudy: call({
    method: 'POST',
    path: '/api/study/delete',
    access: 'user',
    summary: 'Delete a study with its variants and their results; its base stays',
    body: byStudy,
    result: z.object({}),
  }),
  promoteVariant: call({
    method: 'POST',
    path: '/api/study/promote',
    access: 'user',
    summary: 'New project of a variant that has finished, with its results',
    body: byStudy.extend({ variant: z.number().int().min(1), name: ProjectNameSchema }),
    result: ProjectSchema,
  }),
} as const;
