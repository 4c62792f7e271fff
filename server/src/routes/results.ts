import { farZoneFields, MESHED_MODEL_PREFIX } from '@pace/contract';
import { Readable } from 'node:stream';
import { archiveRun } from '../commands/archiveRun.ts';
import { exportResult } from '../commands/exportResult.ts';
import { followRun } from '../commands/followRun.ts';
import { readBackProjection } from '../commands/readBackProjection.ts';
import { readDesignMaps } from '../commands/readDesignMaps.ts';
import { openToRead } from '../commands/openProject.ts';
import type { OpenFile } from '../commands/openFile.ts';
import { readExactSphere } from '../commands/readExactSphere.ts';
import { openMendedMesh } from '../commands/openMendedMesh.ts';
import { openGeometry, openMesh, readGeometry, readMesh, readShownMesh } from '../commands/readMesh.ts';
import {
  findCurrents,
  findErrorMap,
  openCurrents,
  openErrorMap,
  readCurrents,
  readErrorMap,
  readFarZone,
  readIterations,
  readMonoStatic,
} from '../commands/readResult.ts';
import { currentsJson, meshResultJson } from '../presenters/meshResult.ts';
import type { Services } from '../services.ts';
import { StreamAnswer, type Handlers } from './call.ts';

type ResultCall =
  | 'download'
  | 'mesherResult'
  | 'fusionResult'
  | 'errorMapResult'
  | 'farZoneFieldsResult'
  | 'iterationsResult'
  | 'monoStaticRcsResult'
  | 'sphereResult'
  | 'designMaps'
  | 'backProjection'
  | 'liveEvents'
  | 'exportResult'
  | 'downloadRun';

export function resultHandlers(services: Services): Handlers<ResultCall> {
  return {
    download: async ({ query, reader }) => {
      const mesh = await readMesh(services, reader, query.ProjectID);
      const name = (ending: string) => ({
        'content-disposition': attachment(`${MESHED_MODEL_PREFIX}${mesh.projectName}${ending}.unv`),
      });
      if (query.mended === undefined) return fileAnswer(await openMesh(services, mesh), name(''));
      return fileAnswer(await openMendedMesh(services, mesh), name('_mended'));
    },
    mesherResult: async ({ body, reader, wantsBinary }) => {
      const mesh = await readShownMesh(services, reader, body.projectId);
      if (wantsBinary)
        return fileAnswer(await openGeometry(services, mesh), {
          'x-metres-per-unit': String(mesh.metresPerUnit),
        });
      return jsonAnswer(meshResultJson(await readGeometry(services, mesh), mesh.metresPerUnit, mesh.report));
    },
    fusionResult: async ({ body, reader, wantsBinary }) => {
      const place = await findCurrents(services, reader, body);
      if (wantsBinary) return fileAnswer(await openCurrents(services, place), {});
      return jsonAnswer(currentsJson(await readCurrents(services, place), body.density));
    },
    errorMapResult: async ({ body, reader, wantsBinary }) => {
      const place = await findErrorMap(services, reader, body);
      if (wantsBinary) return fileAnswer(await openErrorMap(services, place), {});
      return { result: { values: [...(await readErrorMap(services, place))] } };
    },
    farZoneFieldsResult: async ({ body, reader }) => {
      const file = await readFarZone(services, reader, body);
      const { converged, computed } = file;
      return {
        result: { farZoneFields: farZoneFields(file), converged, ...(computed === false && { computed }) },
      };
    },
    iterationsResult: async ({ body, reader }) => ({
      result: await readIterations(services, reader, body),
    }),
    sphereResult: async ({ body, reader }) => ({ result: await readExactSphere(services, reader, body) }),
    designMaps: async ({ body, reader, wantsBinary }) => {
      const { file, maps } = await readDesignMaps(services, reader, body);
      return wantsBinary ? bytesAnswer(maps) : { result: file };
    },
    backProjection: async ({ body, reader, wantsBinary }) => {
      const { file, maps } = await readBackProjection(services, reader, body);
      return wantsBinary ? bytesAnswer(maps) : { result: file };
    },
    liveEvents: async ({ query, reader }) => {
      // Refused before the stream begins: then it is an answer like any other.
      await openToRead(services, reader, query.id);
      const stream = Readable.from(followRun(services, reader, query.id), { objectMode: false });
      return new StreamAnswer(stream, {
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      });
    },
    exportResult: async ({ query, reader }) => {
      const { name, ...file } = await exportResult(services, reader, query);
      return fileAnswer(file, { 'content-disposition': attachment(name) });
    },
    downloadRun: async ({ query, reader }) => {
      const { name, stream } = await archiveRun(services, reader, query.ProjectID);
      return new StreamAnswer(stream, {
        'content-type': 'application/zip',
        'content-disposition': attachment(`${name}.zip`),
      });
    },
    monoStaticRcsResult: async ({ body, reader }) => ({
      result: await readMonoStatic(services, reader, body.projectId),
    }),
  };
}

function fileAnswer({ bytes, stream }: OpenFile, headers: Record<string, string>): StreamAnswer {
  return new StreamAnswer(stream, {
    'content-type': 'application/octet-stream',
    'content-length': String(bytes),
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

const bytesAnswer = (bytes: Buffer) =>
  fileAnswer({ bytes: bytes.length, stream: Readable.from([bytes], { objectMode: false }) }, {});
