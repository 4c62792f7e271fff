import type { ScoreGroup } from '@pace/contract/scoreboard';

/** What the cases are grouped by, in the order of the pages: a page of `docs/validation` each. */
export const GROUPS = {
  spheres: {
    title: 'Conducting spheres against the exact series',
    question:
      'Does each equation give the exact complex field of a sphere, at every polarization and off the origin?',
  },
  bodies: {
    title: 'Conducting bodies without an exact solution',
    question: 'Do edges, fins, plates and touching bodies agree with a finer mesh or a closed form?',
  },
  large: {
    title: 'Large bodies by MLFMA',
    question: 'Does the fast method keep its accuracy as bodies grow, and what does it cost?',
  },
  coating: {
    title: 'Coatings by surface impedance',
    question:
      'Do impedance surfaces and layer stacks agree with the exact series, and how good is the model itself?',
  },
  composite: {
    title: 'Dielectric and metallic regions',
    question: 'Do regions, interfaces and junctions agree with the exact series or with a finer mesh?',
  },
  identities: {
    title: 'Identities of conductors',
    question:
      'Does the solution keep the laws that hold for every body, reciprocity and the balance of power?',
  },
  po: {
    title: 'Physical Optics',
    question:
      'Does Physical Optics agree with closed forms where they hold, and how far is it from the full wave?',
  },
  hybrid: {
    title: 'Hybrid of full wave and Physical Optics',
    question: 'How far is the coupled solution from the full wave, and how many unknowns does it save?',
  },
  'austin-conductors': {
    title: 'Austin RCS Benchmark Suite: conductors',
    question: 'Do conducting spheres, plates, almonds and aircraft agree with the published references?',
  },
  'austin-materials': {
    title: 'Austin RCS Benchmark Suite: materials',
    question:
      'Do water spheres, dielectric plates, absorbers and mixed almonds agree with the published references?',
  },
} as const satisfies Record<ScoreGroup, { title: string; question: string }>;

export type Group = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as [Group, ...Group[]];
