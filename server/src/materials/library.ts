import type { Complex, LibraryMaterial } from '@pace/contract';
import {
  conductor,
  ice,
  ituBuilding,
  magneticRelaxation,
  powerLaw,
  pureWater,
  seaWater,
  type Formula,
} from './dispersion.ts';

/**
 * The material library. Every number is as published, with no more digits than its source gives; relative values,
 * e^{+jωt}, ε = ε' − jε''. Materials with a published formula are sampled over the range of its validity.
 */
const SOURCES = {
  definition: 'By definition',
  air: 'Refractive index of dry air at sea level, n = 1.0003 (Pozar, Microwave Engineering, 4th ed.)',
  pozar: 'Pozar, Microwave Engineering, 4th ed., appendix G',
  pozarMetal:
    'Conductivity at 20 °C: Pozar, Microwave Engineering, 4th ed., appendix F; ε = 1 − jσ/(ωε₀), μ = 1',
  itt: 'Reference Data for Engineers (table of dielectric materials after von Hippel, Dielectric Materials and Applications), 25 °C',
  hippel: 'von Hippel, Dielectric Materials and Applications, 1954, table of soils and snow',
  rogers: 'Rogers Corporation data sheet, dielectric constant by process test, 10 GHz',
  taconic: 'Taconic data sheet',
  fr4: 'Customary value of printed-circuit design; real boards lie between 4.2 and 4.7 and differ by batch',
  rohacell: 'Evonik ROHACELL HF data sheet',
  itu: 'Rec. ITU-R P.2040-3, table 3',
  michielssen:
    'Michielssen, Sajer, Ranjithan & Mittra, IEEE Trans. MTT 41 (1993) 1024: a model material of absorber design, not a product',
  wollack:
    'Wollack et al., Electromagnetic and Thermal Properties of a Conductively Loaded Epoxy, Int. J. Infrared Millim. Waves (2007): measured, 0.3 of the volume is steel; μ = 1 is assumed here',
  liebe: 'Liebe, Hufford & Manabe, Int. J. Infrared Millim. Waves 12 (1991) 659',
  kleinSwift: 'Klein & Swift, IEEE Trans. Antennas Propag. 25 (1977) 104',
  ice: 'Mätzler & Wegmüller, J. Phys. D 20 (1987) 1623; Hufford, Int. J. Infrared Millim. Waves 12 (1991) 677',
} as const;

type Category = LibraryMaterial['category'];
const ONE: Complex = { real: 1, imaginary: 0 };
const SAMPLES_PER_DECADE = 20;
const GHZ = 1e9;

/** Eight digits are more than any source has; negative zero is not wanted. */
const plain = ({ real, imaginary }: Complex): Complex => ({
  real: Number(real.toPrecision(8)),
  imaginary: imaginary === 0 ? 0 : Number(imaginary.toPrecision(8)),
});

type Row = Omit<LibraryMaterial, 'id'>;

/** ε' and tan δ at one frequency. */
function measured(
  category: Category,
  source: string,
  rows: [name: string, gigahertz: number, permittivity: number, lossTangent: number][],
): Row[] {
  return rows.map(([name, gigahertz, permittivity, lossTangent]) => ({
    name,
    category,
    source,
    params: [
      {
        frequency: gigahertz * GHZ,
        permitivity: plain({ real: permittivity, imaginary: -permittivity * lossTangent }),
        permeability: ONE,
      },
    ],
  }));
}

/** ε' and tan δ at several frequencies of one table. */
function tabulated(
  category: Category,
  source: string,
  name: string,
  rows: [gigahertz: number, permittivity: number, lossTangent: number][],
): Row {
  return lossy(
    category,
    source,
    name,
    rows.map(([gigahertz, permittivity, lossTangent]) => [
      gigahertz,
      permittivity,
      permittivity * lossTangent,
    ]),
  );
}

/** ε' and ε'' at several frequencies of one table. */
function lossy(
  category: Category,
  source: string,
  name: string,
  rows: [gigahertz: number, permittivity: number, loss: number][],
): Row {
  const params = rows.map(([gigahertz, permittivity, loss]) => ({
    frequency: gigahertz * GHZ,
    permitivity: plain({ real: permittivity, imaginary: -loss }),
    permeability: ONE,
  }));
  return { name, category, source, params };
}

/** A formula over its range, evenly spaced in log f; straight lines over log f between the samples stay within 0.2 %. */
function formula(
  category: Category,
  source: string,
  name: string,
  [low, high]: [lowGhz: number, highGhz: number],
  permittivity: Formula,
  permeability: Formula = () => ONE,
): Row {
  const steps = Math.max(1, Math.ceil(Math.log10(high / low) * SAMPLES_PER_DECADE));
  const params = Array.from({ length: steps + 1 }, (_, i) => {
    const gigahertz =
      i === 0 ? low : i === steps ? high : Number((low * (high / low) ** (i / steps)).toPrecision(6));
    return {
      frequency: gigahertz * GHZ,
      permitivity: plain(permittivity(gigahertz)),
      permeability: plain(permeability(gigahertz)),
    };
  });
  return { name, category, source, params };
}

const constant =
  (real: number): Formula =>
  () => ({ real, imaginary: 0 });

const itu = (
  category: Category,
  name: string,
  range: [number, number],
  [a, b, c, d]: [number, number, number, number],
) =>
  formula(
    category,
    `${SOURCES.itu}; valid ${range[0]} to ${range[1]} GHz`,
    name,
    range,
    ituBuilding(a, b, c, d),
  );

const metal = (name: string, conductivity: number) =>
  formula('metal', SOURCES.pozarMetal, name, [0.1, 100], conductor(conductivity));

/** The paper designs for 0.2 to 2 GHz and for 2 to 8 GHz. */
const DESIGN_RANGE: [number, number] = [0.2, 8];
const model = (number: number, permittivity: Formula, permeability?: Formula) =>
  formula(
    permeability ? 'magnetic' : 'absorber',
    `${SOURCES.michielssen}; its number ${number}`,
    `${permeability ? 'Magnetic absorber' : 'Lossy dielectric'} M${number}`,
    DESIGN_RANGE,
    permittivity,
    permeability,
  );

const LOSSY_DIELECTRICS: [number, number, number, number, number][] = [
  [6, 5, 0.861, 8, 0.569],
  [7, 8, 0.778, 10, 0.682],
  [8, 10, 0.778, 6, 0.861],
];
const LOSSY_MAGNETICS: [number, number, number, number, number][] = [
  [3, 5, 0.974, 10, 0.961],
  [4, 3, 1, 15, 0.957],
  [5, 7, 1, 12, 1],
];
const RELAXATIONS: [number, number, number][] = [
  [9, 35, 0.8],
  [10, 35, 0.5],
  [11, 30, 1],
  [12, 18, 0.5],
  [13, 20, 1.5],
  [14, 30, 2.5],
  [15, 30, 2],
  [16, 25, 3.5],
];
/** Permittivity of all magnetic materials of that paper. */
const MAGNETIC_PERMITTIVITY = constant(15);

const ROWS: Row[] = [
  ...measured('reference', SOURCES.definition, [['Vacuum', 0, 1, 0]]),
  ...measured('reference', SOURCES.air, [['Air', 0, 1.0006, 0]]),

  ...measured('foam', SOURCES.pozar, [['Styrofoam (103.7)', 3, 1.03, 0.0001]]),
  tabulated('foam', SOURCES.rohacell, 'ROHACELL 31 HF', [
    [2.5, 1.05, 0.0002],
    [5, 1.043, 0.0016],
    [10, 1.046, 0.0017],
    [26.5, 1.041, 0.0106],
  ]),
  tabulated('foam', SOURCES.rohacell, 'ROHACELL 51 HF', [
    [2.5, 1.057, 0.0002],
    [5, 1.065, 0.0008],
    [10, 1.067, 0.0041],
    [26.5, 1.048, 0.0135],
  ]),
  tabulated('foam', SOURCES.rohacell, 'ROHACELL 71 HF', [
    [2.5, 1.075, 0.0002],
    [5, 1.106, 0.0016],
    [10, 1.093, 0.0038],
    [26.5, 1.093, 0.0155],
  ]),

  ...measured('polymer', SOURCES.pozar, [
    ['Beeswax', 10, 2.35, 0.005],
    ['Lucite', 10, 2.56, 0.005],
    ['Nylon (610)', 3, 2.84, 0.012],
    ['Paraffin', 10, 2.24, 0.0002],
    ['Plexiglass', 3, 2.6, 0.0057],
    ['Polyethylene', 10, 2.25, 0.0004],
    ['Polystyrene', 10, 2.54, 0.00033],
    ['Rexolite (1422)', 3, 2.54, 0.00048],
    ['Teflon (PTFE)', 10, 2.08, 0.0004],
    ['Vaseline', 10, 2.16, 0.001],
  ]),
  tabulated('polymer', SOURCES.itt, 'Bakelite BM 120', [
    [0.1, 3.95, 0.038],
    [3, 3.7, 0.0438],
    [25, 3.55, 0.039],
  ]),
  tabulated('polymer', SOURCES.itt, 'Neoprene', [
    [0.1, 4.5, 0.09],
    [3, 4, 0.034],
    [25, 4, 0.025],
  ]),
  ...measured('polymer', SOURCES.itt, [
    ['Nylon 66', 3, 3.03, 0.0128],
    ['Natural rubber (Hevea)', 3, 2.15, 0.003],
    ['Paper (Royalgrey)', 3, 2.7, 0.056],
  ]),

  ...measured('ceramic', `${SOURCES.pozar}; textbook range 9.5 to 10, its middle is taken`, [
    ['Alumina (99.5 %)', 10, 9.75, 0.0003],
  ]),
  ...measured('ceramic', SOURCES.pozar, [
    ['Barium tetratitanate', 6, 37, 0.0005],
    ['Beryllia', 10, 6.4, 0.0003],
    ['Ceramic (A-35)', 3, 5.6, 0.0041],
    ['Fused quartz', 10, 3.78, 0.0001],
    ['Gallium arsenide', 10, 13, 0.006],
    ['Glass (Pyrex)', 3, 4.82, 0.0054],
    ['Glazed ceramic', 10, 7.2, 0.008],
    ['Porcelain (dry process)', 0.1, 5.04, 0.0078],
    ['Silicon', 10, 11.9, 0.004],
    ['Titania (D-100)', 6, 96, 0.001],
  ]),
  ...measured('ceramic', SOURCES.itt, [['Mica (ruby)', 3, 5.4, 0.0003]]),

  ...measured('laminate', SOURCES.rogers, [
    ['RT/duroid 5870', 10, 2.33, 0.0012],
    ['RT/duroid 5880', 10, 2.2, 0.0009],
    ['RT/duroid 6002', 10, 2.94, 0.0012],
    ['RT/duroid 6006', 10, 6.15, 0.0027],
    ['RT/duroid 6010.2LM', 10, 10.2, 0.0023],
    ['RO3003', 10, 3, 0.001],
    ['RO3006', 10, 6.15, 0.002],
    ['RO3010', 10, 10.2, 0.0022],
    ['RO4003C', 10, 3.38, 0.0027],
    ['RO4350B', 10, 3.48, 0.0037],
    ['TMM 3', 10, 3.27, 0.002],
    ['TMM 4', 10, 4.5, 0.002],
    ['TMM 6', 10, 6, 0.0023],
    ['TMM 10', 10, 9.2, 0.0022],
    ['TMM 10i', 10, 9.8, 0.002],
  ]),
  ...measured('laminate', SOURCES.taconic, [
    ['TLY-5', 10, 2.2, 0.0009],
    ['TLX-8', 10, 2.55, 0.0019],
    ['TLC-32', 10, 3.2, 0.003],
    ['RF-35', 1.9, 3.5, 0.0018],
    ['CER-10', 10, 10, 0.0035],
  ]),
  ...measured('laminate', SOURCES.fr4, [['FR-4 (typical)', 1, 4.4, 0.02]]),

  itu('building', 'Concrete', [1, 100], [5.24, 0, 0.0462, 0.7822]),
  itu('building', 'Brick', [1, 40], [3.91, 0, 0.0238, 0.16]),
  itu('building', 'Plasterboard', [1, 100], [2.73, 0, 0.0085, 0.9395]),
  itu('building', 'Wood', [0.1, 100], [1.99, 0, 0.0047, 1.0718]),
  itu('building', 'Window glass', [0.1, 100], [6.31, 0, 0.0036, 1.3394]),
  itu('building', 'Ceiling board', [1, 100], [1.48, 0, 0.0011, 1.075]),
  itu('building', 'Chipboard', [1, 100], [2.58, 0, 0.0217, 0.78]),
  itu('building', 'Plywood', [1, 40], [2.71, 0, 0.33, 0]),
  itu('building', 'Marble', [1, 60], [7.074, 0, 0.0055, 0.9262]),
  ...measured('building', `${SOURCES.itt}; E across the grain`, [
    ['Mahogany', 3, 1.88, 0.025],
    ['Douglas fir', 3, 1.82, 0.027],
    ['Balsa wood', 3, 1.22, 0.1],
  ]),

  itu('ground', 'Ground, very dry', [1, 10], [3, 0, 0.00015, 2.52]),
  itu('ground', 'Ground, medium dry', [1, 10], [15, -0.1, 0.035, 1.63]),
  itu('ground', 'Ground, wet', [1, 10], [30, -0.4, 0.15, 1.3]),
  tabulated('ground', SOURCES.hippel, 'Sandy soil, dry', [
    [3, 2.55, 0.0062],
    [10, 2.53, 0.0036],
  ]),
  tabulated('ground', SOURCES.hippel, 'Loamy soil, dry', [
    [3, 2.44, 0.0011],
    [10, 2.44, 0.0014],
  ]),
  tabulated('ground', SOURCES.hippel, 'Clay soil, dry', [
    [3, 2.27, 0.015],
    [10, 2.16, 0.013],
  ]),
  ...measured('ground', SOURCES.hippel, [
    ['Snow, freshly fallen', 3, 1.2, 0.00029],
    ['Snow, hard packed', 3, 1.5, 0.0009],
  ]),

  formula('water', SOURCES.liebe, 'Water, 0 °C', [0.1, 100], pureWater(0)),
  formula('water', SOURCES.liebe, 'Water, 20 °C', [0.1, 100], pureWater(20)),
  formula('water', SOURCES.kleinSwift, 'Sea water, 20 °C, 35 ‰', [0.5, 10], seaWater(20, 35)),
  formula('water', SOURCES.ice, 'Ice, −10 °C', [1, 100], ice(-10)),

  lossy('absorber', SOURCES.wollack, 'Steel-loaded epoxy, 30 %', [
    [3.2, 14.2, 1.3],
    [8.3, 13.0, 2.3],
    [10, 12.5, 2.5],
    [22, 11.3, 2.6],
    [33, 10.7, 2.5],
    [90, 10.0, 2.0],
  ]),
  ...LOSSY_DIELECTRICS.map(([number, ...law]) => model(number, powerLaw(...law))),
  ...LOSSY_MAGNETICS.map(([number, ...law]) => model(number, MAGNETIC_PERMITTIVITY, powerLaw(...law))),
  ...RELAXATIONS.map(([number, mu, relaxation]) =>
    model(number, MAGNETIC_PERMITTIVITY, magneticRelaxation(mu, relaxation)),
  ),

  metal('Silver', 6.173e7),
  metal('Copper', 5.813e7),
  metal('Gold', 4.098e7),
  metal('Aluminum', 3.816e7),
  metal('Brass', 2.564e7),
  metal('Stainless steel', 1.1e6),
  metal('Graphite', 7e4),
];

export const MATERIAL_LIBRARY: LibraryMaterial[] = ROWS.map((row, index) => ({ id: index + 1, ...row }));
