import { CALLS, polarizationOf, PROGRAM_TYPES, worstBackwardError, type Project } from '@pace/contract';
import { bytesText } from '../../../ui/bytes.ts';
import { useTranslation } from 'react-i18next';
import { callApi, callBinary } from '../../../api/client.ts';
import { curveStatistics, differenceTo } from '../../../plots/index.ts';
import { parseGeometry, type MeshGeometry, type ScalarColors } from '../../../viewer/index.ts';
import { usePartName } from '../../../ui/usePartName.ts';
import { useProjectName } from '../../../ui/useProjectName.ts';
import { useMessage } from '../../../ui/useMessage.ts';
import { PRODUCT } from '../../../ui/PageTitle.tsx';
import { currentQuantity } from '../currentQuantity.ts';
import { parseCurrents } from '../currents.ts';
import { resultKeyOf, type ResultPoint } from '../curveKeys.ts';
import { bistaticFields, curveOf, PLANES, sweptAxis } from '../farField.ts';
import { inputSections } from '../inputFacts.ts';
import { centreText } from '../exactSpheres.ts';
import { isDirect, useMethodName } from '../method.ts';
import { farFieldPattern } from '../pattern.ts';
import { angleLabel, clockLabel, frequencyLabel, plainNumber, residualLabel } from '../quantities.ts';
import { metresPerUnit } from '../queries.ts';
import { enabledViews } from '../resultViews.ts';
import { runTimes } from '../runTimes.ts';
import { isUnconverged, reasonOf, resultSummaryOf, sweepPointsOf } from '../resultSummary.ts';
import { inputBlocks, tableBlocks } from './inputReport.ts';
import { monostaticBlocks } from './monostaticReport.ts';
import type { Report, ReportBlock, ReportSection } from './reportModel.ts';
import {
  CURVES_A_PICTURE,
  inBatches,
  pictureGroups,
  reportPoints,
  type ReportPoints,
} from './reportPoints.ts';

/** From the peak to the middle of the pattern [dB] */
const PATTERN_SPAN_DB = 30;

/** Gathers what the report says: everything is asked of the server anew, nothing depends on what the page shows. */
export function useReport(project: Project): (signal: AbortSignal) => Promise<Report> {
  const { t, i18n } = useTranslation('results');
  const plots = useTranslation('plots').t;
  const methodName = useMethodName();
  const said = useMessage();
  const partName = usePartName(project.state.meshReport);
  const projectName = useProjectName();
  const { language } = i18n;
  const number = (value: number, digits = 4) => plainNumber(value, language, digits);
  const angle = (value: number) => angleLabel(value, language);
  const duration = (seconds: number) =>
    seconds < 60 ? `${number(seconds, 3)} s` : clockLabel(seconds, t('run.day'));

  const settings = (): ReportSection => {
    const sections = inputSections(project, t, language);
    if (sections.length === 0)
      return { title: t('input.title'), blocks: [{ kind: 'text', text: t('input.none') }] };
    const { model } = project.state;
    return {
      title: t('input.title'),
      blocks: [
        {
          kind: 'facts',
          facts: [
            [t('report.programType'), t(`programType.${project.programType}`)],
            ...(model ? [[t('report.model'), model.fileName] as const] : []),
          ],
        },
        ...inputBlocks(sections, t),
      ],
    };
  };

  const meshSection = (picture: string | undefined): ReportSection => {
    const report = project.state.meshReport;
    const blocks: ReportBlock[] = [];
    if (picture !== undefined)
      blocks.push({ kind: 'picture', address: picture, caption: t('report.geometry'), shape: 'tall' });
    if (!report) return { title: t('report.mesh'), blocks };
    const { boundingBox, edge_m, edge_wavelengths, quality } = report;
    const sizes = (values: readonly number[] | undefined, unit: string) =>
      values ? `${values.map((value) => number(value)).join(' × ')} ${unit}` : undefined;
    const edges = (values: { mean: number; max: number } | undefined, unit: string) =>
      values && t('report.edgeRange', { mean: number(values.mean, 3), max: number(values.max, 3), unit });
    const facts: [string, string | undefined][] = [
      [t('report.triangles'), report.triangles.toLocaleString(language)],
      [t('report.vertices'), report.vertices.toLocaleString(language)],
      [t('report.rwg'), report.unknownsRwg.toLocaleString(language)],
      [t('report.size'), sizes(boundingBox?.metres.size, 'm')],
      [t('report.electricalSize'), sizes(boundingBox?.wavelengths?.size, 'λ')],
      [t('report.edges'), edges(edge_m, 'm')],
      [t('report.electricalEdges'), edges(edge_wavelengths, 'λ')],
      [
        t('report.quality'),
        quality && t('report.qualityRange', { min: number(quality.min, 3), mean: number(quality.mean, 3) }),
      ],
    ];
    blocks.push({
      kind: 'facts',
      facts: facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    });
    if (report.parts.length > 0)
      blocks.push(
        ...tableBlocks(
          {
            titles: [
              t('report.part'),
              t('report.name'),
              t('report.triangles'),
              t('report.area'),
              t('report.open'),
            ],
            rows: report.parts.map(({ index, number: surface, name, triangles, areaM2, open }) => [
              String(index),
              partName({ name, number: surface }),
              triangles.toLocaleString(language),
              `${number(areaM2)} m²`,
              t(open ? 'summary.yes' : 'report.no'),
            ]),
          },
          t,
        ),
      );
    for (const finding of report.findings) blocks.push({ kind: 'text', text: said(finding).text });
    return { title: t('report.mesh'), blocks };
  };

  const solution = (): ReportSection => {
    const summary = resultSummaryOf(project);
    if (!summary) return { title: t('summary.title'), blocks: [{ kind: 'text', text: t('nothingYet') }] };
    const facts: [string, string][] = [];
    const add = (name: string, value: string | undefined) => value !== undefined && facts.push([name, value]);
    const error = worstBackwardError(summary);
    add(t('summary.method'), methodName(summary.method));
    add(t('summary.unknowns'), 'unknowns' in summary ? summary.unknowns.toLocaleString(language) : undefined);
    add(
      t(isDirect(summary.method) ? 'summary.backwardError' : 'summary.residual'),
      error === undefined ? undefined : residualLabel(error, language),
    );
    add(t('summary.converged'), t(summary.converged ? 'summary.yes' : 'summary.no'));
    add(t('summary.time'), duration(summary.seconds));
    add(t('summary.memory'), bytesText(summary.memoryBytes, language));
    return {
      title: t('summary.title'),
      blocks: [
        { kind: 'facts', facts },
        ...(summary.reason
          ? [{ kind: 'text' as const, text: `${t('summary.reason')} ${said(reasonOf(summary)).text}` }]
          : []),
        ...summary.notices.map((notice): ReportBlock => ({
          kind: notice.code === 'NOT_CONVERGED' ? 'warning' : 'text',
          text: said(notice).text,
        })),
      ],
    };
  };

  const unconvergedTitle = plots('notConverged');
  const picture3d = async (geometry: MeshGeometry, colors: ScalarColors, converged: boolean) => {
    const { meshPicture } = await import('../../../viewer/meshPicture.ts');
    return meshPicture(geometry, { colors, language, ...(!converged && { warning: unconvergedTitle }) });
  };
  const firstOf = (all: number): ReportBlock[] =>
    all > 1 ? [{ kind: 'text', text: t('report.firstOf', { all: number(all) }) }] : [];
  const results = async (
    { points, all }: ReportPoints,
    geometry: MeshGeometry | undefined,
    signal: AbortSignal,
  ): Promise<ReportSection[]> => {
    const { linePicture, polarPicture, heatMapPicture } = await import('../../../plots/plotPicture.ts');
    const views = enabledViews(project);
    const input = project.state.solverInput;
    const polarization = input ? polarizationOf(input.anglesweep, input.excitation) : 0;
    const bodyOf = (point: ResultPoint) => ({ projectId: project.id, ...resultKeyOf(point) });
    const nameOf = ({ frequencyHz, thetaDeg, phiDeg }: ResultPoint) =>
      `${frequencyLabel(frequencyHz, language)}, θ ${angle(thetaDeg)}, φ ${angle(phiDeg)}`;
    /** What the points of a picture have in common, for its caption, and what tells them apart, for its legend. */
    const namesIn = (group: readonly { point: ResultPoint }[]) => {
      const parts: [keyof ResultPoint, (point: ResultPoint) => string][] = [
        ['frequencyHz', ({ frequencyHz }) => frequencyLabel(frequencyHz, language)],
        ['thetaDeg', ({ thetaDeg }) => `θ ${angle(thetaDeg)}`],
        ['phiDeg', ({ phiDeg }) => `φ ${angle(phiDeg)}`],
      ];
      const differs = (key: keyof ResultPoint) => new Set(group.map(({ point }) => point[key])).size > 1;
      const join = (point: ResultPoint, wanted: boolean) =>
        parts
          .filter(([key]) => differs(key) === wanted)
          .map(([, text]) => text(point))
          .join(', ');
      return {
        shared: join(group[0]!.point, false),
        own: (point: ResultPoint) => join(point, true) || t('report.computed'),
      };
    };
    const captionOf = (parts: readonly (string | false)[]) =>
      parts
        .filter((part) => part !== false && part !== '')
        .map((part) => String(part).replace(/\.$/, ''))
        .join(' · ');
    const rcs = { label: t('rcs'), unit: 'dBsm' };
    const sections: ReportSection[] = [];
    const sweep = sweepPointsOf(project);
    const chosen: ReportBlock[] =
      all > points.length
        ? [{ kind: 'text', text: t('report.someOf', { count: points.length, all: number(all) }) }]
        : [];
    if (views.has('iterations')) {
      const histories = await inBatches(points, async (point) => ({
        point,
        ...(await callApi(CALLS.iterationsResult, { body: bodyOf(point), signal })),
      }));
      const pictures = pictureGroups(histories.filter(({ iterations }) => iterations.length > 1)).map(
        (group): ReportBlock => {
          const { shared, own } = namesIn(group);
          return {
            kind: 'picture',
            caption: captionOf([t('iterations.plotLabel'), methodName(group[0]!.method), shared]),
            address: linePicture({
              series: group.map(({ point, iterations, converged }) => ({
                id: nameOf(point),
                name: own(point),
                x: iterations.map(({ iteration }) => iteration),
                y: iterations.map(({ residual }) => residual),
                unconverged: !converged,
              })),
              x: { label: t('iterations.iteration'), unit: '' },
              y: { label: t('iterations.residual'), unit: '' },
              logarithmicY: true,
              wholeX: true,
              unconvergedTitle,
              language,
              ...(input && { level: { value: input.residualerror, label: t('iterations.tolerance') } }),
            }),
          };
        },
      );
      if (pictures.length > 0)
        sections.push({ title: t('iterations.title'), blocks: [...chosen, ...pictures] });
    }
    if (views.has('bistatic')) {
      const exactAt = (point: ResultPoint) => callApi(CALLS.sphereResult, { body: bodyOf(point), signal });
      // Most models are no spheres, which is no failure of the report; one answer tells it for all.
      const first = points[0] && (await exactAt(points[0]).catch(() => undefined));
      const cuts = await inBatches(points, async (point) => {
        const [far, exact] = await Promise.all([
          callApi(CALLS.farZoneFieldsResult, { body: bodyOf(point), signal }),
          point === points[0] ? first : first && exactAt(point),
        ]);
        return { point, far, exact };
      });
      const blocks: ReportBlock[] = [...chosen];
      if (first)
        blocks.push({
          kind: 'text',
          text: [
            t('reference.sphere', {
              radius: number(first.radiusM, 6),
              vertexRadius: number(first.vertexRadiusM, 6),
              centre: centreText(first, language),
            }),
            ...(project.programType === PROGRAM_TYPES.coating ? [t('reference.sphereOfLayers')] : []),
          ].join(' '),
        });
      const largest = new Map<ResultPoint, Record<string, string>>(points.map((point) => [point, {}]));
      for (const plane of PLANES) {
        const pairs = cuts.flatMap(({ point, far, exact }) => {
          const fields = bistaticFields(far.farZoneFields, plane);
          if (fields.x.length === 0) return [];
          const computed = {
            id: nameOf(point),
            ...curveOf(fields, 'total', polarization),
            unconverged: !far.converged,
          };
          const reference = exact && {
            id: `${nameOf(point)}/exact`,
            ...curveOf(bistaticFields(exact.farZoneFields, plane), 'total', polarization),
            isReference: true,
          };
          const top = curveStatistics(computed, [0, 360], 'decibel');
          if (top)
            largest.get(point)![plane] = t('report.largest', {
              value: number(top.max, 4),
              angle: angle(top.maxAt),
            });
          return [{ point, computed, reference, difference: reference && differenceTo(computed, reference) }];
        });
        const x = { label: t(`cutAngle.${plane}`), unit: '°' };
        for (const group of pictureGroups(pairs)) {
          const { shared, own } = namesIn(group);
          const series = group.flatMap(({ point, computed, reference }, i) => [
            { ...computed, name: own(point), styleIndex: i },
            ...(reference
              ? [
                  {
                    ...reference,
                    name: group.length === 1 ? 'Mie' : `Mie, ${own(point)}`,
                    styleIndex: i + CURVES_A_PICTURE,
                  },
                ]
              : []),
          ]);
          const frame = { series, unconvergedTitle, language };
          const worst = Math.max(...group.map(({ difference }) => difference?.mean ?? -Infinity));
          blocks.push({
            kind: 'picture',
            address: linePicture({ ...frame, x, y: rcs, xRange: [0, 360], xMarks: 12 }),
            caption: captionOf([
              shared,
              t(`cutAngle.${plane}Explained`),
              Number.isFinite(worst) &&
                t(group.length === 1 ? 'report.mie' : 'report.mieWorst', { mean: number(worst, 3) }),
            ]),
          });
          // Polar plots of a sweep would say the same once more, over many pages.
          if (pairs.length <= CURVES_A_PICTURE)
            blocks.push({
              kind: 'picture',
              shape: 'round',
              caption: captionOf([shared, t(`cutAngle.${plane}`), t('chart.polar')]),
              address: polarPicture({
                ...frame,
                angle: x,
                radius: rcs,
                orientation: plane === 'xy' ? 'azimuth' : 'elevation',
                span: 40,
              }),
            });
        }
      }
      blocks.push({ kind: 'heading', text: t('report.largestTitle') });
      blocks.push({
        kind: 'table',
        titles: [t('frequency'), t('axis.theta'), t('axis.phi'), ...PLANES],
        rows: points.map((point) => [
          frequencyLabel(point.frequencyHz, language),
          angle(point.thetaDeg),
          angle(point.phiDeg),
          ...PLANES.map((plane) => largest.get(point)![plane] ?? '–'),
        ]),
      });
      sections.push({ title: t('bistatic.title'), blocks });
    }
    if (views.has('pattern') && points[0]) {
      const far = await callApi(CALLS.farZoneFieldsResult, { body: bodyOf(points[0]), signal });
      const pattern = farFieldPattern(far.farZoneFields, 'total', polarization, PATTERN_SPAN_DB);
      if (pattern) {
        const { peak, geometry, dbsm, meanM2 } = pattern;
        const picture = await picture3d(
          geometry,
          { values: dbsm, label: 'σ', unit: 'dBsm', range: [peak.dbsm - PATTERN_SPAN_DB, peak.dbsm] },
          far.converged,
        );
        sections.push({
          title: t('view.pattern'),
          blocks: [
            ...firstOf(all),
            ...(picture === undefined
              ? []
              : [
                  {
                    kind: 'picture' as const,
                    address: picture,
                    caption: t('report.pattern', { point: nameOf(points[0]), span: PATTERN_SPAN_DB }),
                    shape: 'tall' as const,
                  },
                ]),
            {
              kind: 'facts',
              facts: [
                [t('pattern.peak'), `${number(peak.dbsm)} dBsm`],
                [t('pattern.peakAt'), `θ ${angle(peak.thetaDeg)}, φ ${angle(peak.phiDeg)}`],
                [t('pattern.mean'), `${number(10 * Math.log10(meanM2))} dBsm`],
              ],
            },
          ],
        });
      }
    }
    if (views.has('currents') && geometry && points[0]) {
      const drawnCurrents: ReportBlock[] = [];
      // On conductors there is no magnetic one.
      for (const density of project.programType === PROGRAM_TYPES.pec
        ? (['J'] as const)
        : (['J', 'M'] as const)) {
        const buffer = await callBinary(CALLS.fusionResult, {
          body: { ...bodyOf(points[0]), density },
          signal,
        }).catch((error: unknown) => {
          if (density === 'J' || signal.aborted) throw error;
          return undefined;
        });
        const current = buffer && parseCurrents(buffer);
        if (current?.length !== 2 * geometry.vertices.length) continue;
        const values = currentQuantity(current, 'magnitude', 'vector');
        const picture = await picture3d(
          geometry,
          { values, label: `|${density}|`, unit: density === 'J' ? 'A/m' : 'V/m' },
          !isUnconverged(project),
        );
        if (picture !== undefined)
          drawnCurrents.push({
            kind: 'picture',
            address: picture,
            caption: t(density === 'J' ? 'report.currents' : 'report.magneticCurrents', {
              point: nameOf(points[0]),
            }),
            shape: 'tall',
          });
      }
      if (drawnCurrents.length > 0)
        sections.push({ title: t('view.currents'), blocks: [...firstOf(all), ...drawnCurrents] });
    }
    const { monoStaticRcs, converged } = await callApi(CALLS.monoStaticRcsResult, {
      body: { projectId: project.id },
      signal,
    });
    sections.push({
      title: t('monostatic.title'),
      blocks: monostaticBlocks({
        records: monoStaticRcs,
        converged,
        axis: sweptAxis(sweep.frequenciesHz, sweep.illuminations),
        polarization,
        t,
        language,
        unconvergedTitle,
        pictures: { linePicture, heatMapPicture },
      }),
    });
    return sections;
  };

  return async (signal) => {
    const sweep = sweepPointsOf(project);
    const drawn = reportPoints(sweep);
    const ready = project.state.solverResultReady && drawn.points.length > 0;
    const [health, geometry] = await Promise.all([
      callApi(CALLS.health, { signal }),
      project.state.mesherResultReady ? geometryOf(project, signal) : undefined,
    ]);
    const picture =
      geometry && (await import('../../../viewer/meshPicture.ts')).meshPicture(geometry, { language });
    const sections = ready ? await results(drawn, geometry, signal) : [];
    const summary = resultSummaryOf(project);
    const solver = typeof summary?.['version'] === 'string' ? summary['version'] : health.solver;
    const stopped = isUnconverged(project);
    const times = runTimes(project);
    const date = (value: Date | undefined) =>
      value?.toLocaleString(language, { dateStyle: 'long', timeStyle: 'medium' }) ?? '–';
    return {
      language,
      title: projectName(project),
      subtitle: t('report.subtitle', {
        product: PRODUCT,
        version: health.version,
        solver,
        date: new Date().toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }),
      }),
      warning: stopped ? `${t('notConverged.title')}. ${t('notConverged.text')}` : '',
      sections: [
        meshSection(picture),
        settings(),
        solution(),
        ...sections,
        {
          title: t('report.versions'),
          blocks: [
            {
              kind: 'facts',
              facts: [
                [PRODUCT, health.version],
                [t('report.solver'), solver],
                [t('report.project'), project.id],
                [t('run.started'), date(times.started)],
                [t('run.ended'), date(times.ended)],
              ],
            },
            { kind: 'text', text: t('report.conventions') },
          ],
        },
      ],
    };
  };
}

async function geometryOf(project: Project, signal: AbortSignal): Promise<MeshGeometry> {
  return parseGeometry(
    await callBinary(CALLS.mesherResult, { body: { projectId: project.id }, signal }),
    metresPerUnit(project),
  );
}
