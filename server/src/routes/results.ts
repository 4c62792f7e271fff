import { MESHED_MODEL_PREFIX } from '@pace/contract';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readGeometry, readMesh } from '../commands/readMesh.ts';
import {
  findResult,
  readCurrents,
  readFarZone,
  readIterations,
  readMonoStatic,
} from '../commands/readResult.ts';
import { presentFarZone } from '../presenters/farZone.ts';
import { currentsJson, meshResultJson } from '../presenters/meshResult.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { StreamAnswer, type Handlers } from './call.ts';

type ResultCall =
  | 'download'
  | 'mesherResult'
  | 'fusionResult'
  | 'farZoneFieldsResult'
  | 'iterationsResult'
  | 'monoStaticRcsResult';

export function resultHandlers(services: Services): Handlers<ResultCall> {
  return {
    download: async ({ query, signedIn }) => {
      const mesh = await readMesh(services, signedIn.user, query.ProjectID);
      return fileAnswer(mesh.meshPath, {
        'content-disposition': attachment(`${MESHED_MODEL_PREFIX}${mesh.projectName}.unv`),
      });
    },
    mesherResult: async ({ body, signedIn, wantsBinary }) => {
      const mesh = await readMesh(services, signedIn.user, body.projectId);
      if (wantsBinary)
        return fileAnswer(mesh.geometryPath, { 'x-metres-per-unit': String(mesh.metresPerUnit) });
      return jsonAnswer(meshResultJson(await readGeometry(mesh), mesh.metresPerUnit, mesh.report));
    },
    fusionResult: async ({ body, signedIn, wantsBinary }) => {
      const path = await findResult(services, signedIn.user, 'currents', body);
      if (body.density === 'M')
        throw new Problem(
          'RESULT_NOT_FOUND',
          'A perfectly conducting surface has no magnetic current; ask for density J.',
        );
      if (wantsBinary) return fileAnswer(path, {});
      return jsonAnswer(currentsJson(await readCurrents(path), body.density));
    },
    farZoneFieldsResult: async ({ body, signedIn }) => ({
      result: presentFarZone(await readFarZone(services, signedIn.user, body)),
    }),
    iterationsResult: async ({ body, signedIn }) => ({
      result: await readIterations(services, signedIn.user, body),
    }),
    monoStaticRcsResult: async ({ body, signedIn }) => ({
      result: await readMonoStatic(services, signedIn.user, body.projectId),
    }),
  };
}

async function fileAnswer(path: string, headers: Record<string, string>): Promise<StreamAnswer> {
  const { size } = await stat(path);
  return new StreamAnswer(createReadStream(path), {
    'content-type': 'application/octet-stream',
    'content-length': String(size),
    ...headers,
  });
}

function jsonAnswer(pieces: Iterable<string>): StreamAnswer {
  return new StreamAnswer(Readable.from(pieces, { objectMode: false }), {
    'content-type': 'application/json; charset=utf-8',
  });
}

/** The project's name as a file name: plain characters for old browsers, the true one as RFC 5987 writes it. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^A-Za-z0-9._-]+/g, '_');
  const encoded = encodeURIComponent(fileName.replace(/[/\\]/g, '_')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
