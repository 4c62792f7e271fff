import occtimportjs from 'occt-import-js';
import wasm from 'occt-import-js/dist/occt-import-js.wasm?url';
import { modelFormatOf } from '@pace/contract';
import { DEFLECTION, previewOf, type StepAnswer } from './stepMessage.ts';

const importer = occtimportjs({ locateFile: () => wasm });

/** Tessellates a STEP or IGES file for the eye and the instant preview; the mesh of the run is made by the server. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const answer = await Promise.all([importer, file.arrayBuffer()])
    .then(([occt, content]): StepAnswer => {
      const read = modelFormatOf(file.name) === 'IGES' ? 'ReadIgesFile' : 'ReadStepFile';
      const { success, meshes = [] } = occt[read](new Uint8Array(content), {
        linearUnit: 'meter',
        linearDeflectionType: 'bounding_box_ratio',
        linearDeflection: DEFLECTION,
      });
      return (success ? previewOf(meshes) : undefined) ?? { kind: 'STEP', ok: false };
    })
    .catch((error: unknown): StepAnswer => {
      console.warn('The model could not be read here', error);
      return { kind: 'STEP', ok: false };
    });
  const buffers = answer.ok
    ? [answer.geometry.vertices.buffer, answer.geometry.triangles.buffer, answer.geometry.parts.buffer]
    : [];
  self.postMessage(answer, { transfer: buffers as ArrayBuffer[] });
};
