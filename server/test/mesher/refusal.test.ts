import { message } from '@pace/contract';
import { expect, it } from 'vitest';
import { engineError, EngineError } from '../../src/engines/errors.ts';
import { checkRefusal, refusal } from '../../src/mesher/index.ts';
import { engineProblem, problemOfEngine } from '../../src/problem.ts';

const SAID = message('STEP_BROKEN.syntax', { count: 1 });
const SENTENCE =
  'The STEP file cannot be read: one record has a wrong syntax. Export it again from the CAD program.';

it('a refusal has the code that its key begins with, its English sentence, and its message', () => {
  expect(refusal('STEP_BROKEN.syntax', { count: 1 })).toEqual({
    code: 'STEP_BROKEN',
    detail: SENTENCE,
    ...SAID,
  });
});

it('what an engine refuses keeps its message for the run and for the answer of a call', () => {
  const problem = engineProblem(engineError('STEP_BROKEN.syntax', { count: 1 }))!;
  expect(problem).toEqual({ code: 'STEP_BROKEN', detail: SENTENCE, ...SAID });
  expect(problemOfEngine(problem)).toMatchObject({ code: 'STEP_BROKEN', detail: SENTENCE, said: SAID });
});

it('an error without a message, as of an older program, is its sentence alone', () => {
  const problem = engineProblem(new EngineError('SOLVER_FAILED', 'It failed.'))!;
  expect(problem).toEqual({ code: 'SOLVER_FAILED', detail: 'It failed.' });
});

it('the error that pace check writes, or prints where it cannot write, is taken with its message', () => {
  const said = message('UNV_DEGENERATE', { element: 3, line: 9 });
  const error = { code: 'UNV_DEGENERATE', detail: 'A sentence.', where: 'line 9', ...said };
  const expected = { code: 'UNV_DEGENERATE', detail: 'A sentence.', ...said };
  expect(checkRefusal({ error }, '')).toEqual(expected);
  expect(checkRefusal(undefined, JSON.stringify({ error }))).toEqual(expected);
  expect(checkRefusal(undefined, 'no JSON')).toBeUndefined();
});
