import { complexText } from '../../ui/complexText.ts';

/** What the runs of the story of design maps computed; `npm run images -- design-map` writes it (tools/showcase/designStory.mjs). */
export interface DesignStory {
  record: string;
  frequencyMhz: number;
  unknowns: number;
  /** Angles of the sweep, and the one of its largest echo */
  sweep: { from: number; to: number; angles: number };
  phiDeg: number;
  layer: { permittivity: Complex; permeability: Complex };
  thicknessMm: number;
  /** What the maps named, the largest fall first; what 1 mm of the layer on it does to the largest echo [dB] */
  parts: { name: string; layerDbPerMm: number }[];
  /** RCS of the largest echo [dBsm] */
  before: number;
  predicted: number;
  computed: number;
  /** |computed − predicted| over the whole sweep [dB] */
  largestDifferenceDb: number;
}
interface Complex {
  real: number;
  imaginary: number;
}

/** On one line */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** The story's numbers as the user's language writes them, to be put into texts. */
export function designFigures(story: DesignStory, language: string) {
  const number = (value: number, digits = 0) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const plain = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 2 });
  const list = new Intl.ListFormat(language);
  return {
    frequency: number(story.frequencyMhz),
    unknowns: number(story.unknowns),
    phi: plain(story.phiDeg),
    phiFrom: plain(story.sweep.from),
    phiTo: plain(story.sweep.to),
    angles: number(story.sweep.angles),
    epsilon: unbroken(complexText(story.layer.permittivity, language)),
    mu: unbroken(complexText(story.layer.permeability, language)),
    thickness: plain(story.thicknessMm),
    parts: number(story.parts.length),
    layers: list.format(story.parts.map(({ layerDbPerMm }) => number(layerDbPerMm, 2).replace('-', '−'))),
    before: number(story.before, 2),
    predicted: number(story.predicted, 2),
    computed: number(story.computed, 2),
    largestDifference: number(story.largestDifferenceDb, 2),
  };
}
