import { describe, expect, test } from 'vitest';
import { StepReader, stepRefusal, stepUnit, type StepSummary } from '../../src/mesher/index.ts';
import { inInches, inMetres, stepText, withoutUnits } from './models.ts';

function read(text: string, pieceLength = text.length): StepSummary {
  const reader = new StepReader();
  for (let at = 0; at < text.length; at += pieceLength) reader.push(text.slice(at, at + pieceLength));
  return reader.summary();
}

describe('reading a STEP file', () => {
  const sphere = stepText('sphere');

  test('the unit is the one that the file names', () => {
    expect(stepUnit(read(sphere))).toEqual({ unitName: 'mm', metresPerUnit: 0.001 });
    expect(stepUnit(read(inMetres(sphere)))).toEqual({ unitName: 'm', metresPerUnit: 1 });
    expect(stepUnit(read(inInches(sphere)))).toEqual({ unitName: 'inch', metresPerUnit: 0.0254 });
  });

  test('a unit that only the file knows keeps its name and its size in metres', () => {
    const furlongs = inInches(sphere).replace("'INCH'", "'FURLONG'").replace('(25.4)', '(2.01168E5)');
    const unit = stepUnit(read(furlongs));
    expect(unit.unitName).toBe('furlong');
    expect(unit.metresPerUnit).toBeCloseTo(201.168, 9);
  });

  test('a file whose parts have different units names them all and gives no single size', () => {
    const [first, ...rest] = stepText('two-boxes').split('SI_UNIT(.MILLI.,.METRE.)');
    const mixed = `${first}SI_UNIT($,.METRE.)${rest.join('SI_UNIT(.MILLI.,.METRE.)')}`;
    expect(stepUnit(read(mixed))).toEqual({ unitName: 'm, mm', metresPerUnit: null });
  });

  test('the answer does not depend on how the file is cut into pieces', () => {
    const awkward = inInches(sphere).replace(
      'DATA;',
      "DATA; /* a ; in a comment, and SI_UNIT($,.METRE.) */\n#80000 = LABEL('it''s; #1 = SI_UNIT($,.METRE.);');",
    );
    const whole = read(awkward);
    expect(whole.lengthUnits).toEqual([{ name: 'inch', metres: 0.0254 }]);
    for (const pieceLength of [1, 2, 7, 100, 1000]) expect(read(awkward, pieceLength)).toEqual(whole);
  });

  test('faces are counted', () => {
    expect(read(sphere).faceRecords).toBe(1);
    expect(read(stepText('two-boxes')).faceRecords).toBe(12);
  });
});

describe('refusing a STEP file', () => {
  test('every good model passes', () => {
    for (const name of ['sphere', 'two-boxes', 'box-around-sphere', 'plate', 'box-with-fin', 'fillet']) {
      expect(stepRefusal(read(stepText(name)))).toBeUndefined();
    }
  });

  test('a picture renamed to .step is no STEP file', () => {
    expect(stepRefusal(read('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR;;;'))?.code).toBe('STEP_NOT_A_STEP');
    expect(stepRefusal(read(''))?.code).toBe('STEP_NOT_A_STEP');
  });

  test('a file that ends early is broken, wherever it was cut', () => {
    const text = stepText('plate');
    for (const share of [0.1, 0.5, 0.9]) {
      expect(stepRefusal(read(text.slice(0, share * text.length)))?.code).toBe('STEP_BROKEN');
    }
  });

  test('a file without a unit of length is refused, not guessed', () => {
    expect(stepRefusal(read(withoutUnits(stepText('plate'))))?.code).toBe('STEP_UNITS_UNKNOWN');
  });
});
