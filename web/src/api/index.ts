export * from './client.ts';
export * from './session.ts';
export * from './account.ts';
export * from './admin.ts';
export * from './projects.ts';
export * from './liveState.ts';
export * from './solver.ts';
export * from './upload.ts';
