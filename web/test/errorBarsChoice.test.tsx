import { ERROR_BARS_BY_DEFAULT, PROGRAM_TYPES } from '@pace/contract';
import { expect, it } from 'vitest';
import { draftOf, solverInputOf, type WizardDraft } from '../src/features/wizard/draft.ts';
import { ErrorBarsChoice, whyNoBars } from '../src/features/wizard/ErrorBarsChoice.tsx';
import { render } from './render.tsx';
import { liveOf, projectOf, wizardOf } from './wizardFixtures.ts';

const why = (draft: Partial<WizardDraft>, type: 1 | 2 | 3 = PROGRAM_TYPES.pec) =>
  whyNoBars(wizardOf(projectOf({ type }), liveOf(), draft));

it('the full wave of every program type has error bars, and a hybrid whose parts are all solved by it', () => {
  expect(why({ solvertype: 2 })).toBeUndefined();
  expect(why({ solvertype: 2 }, PROGRAM_TYPES.coating)).toBeUndefined();
  expect(why({ solvertype: 3 }, PROGRAM_TYPES.composite)).toBeUndefined();
  expect(why({ solvertype: 3, partMethods: [2] })).toBeUndefined();
});

it('where a run would have none, the wizard knows why', () => {
  expect(why({ solvertype: 1 })).toBe('optics');
  expect(why({ solvertype: 3, partMethods: [1, 2] })).toBe('hybrid');
});

it('the choice is saved with the input, and is what the contract says until then', () => {
  expect(draftOf(null, 1).errorBars).toBe(ERROR_BARS_BY_DEFAULT);
  for (const errorBars of [true, false]) {
    const input = solverInputOf({ ...draftOf(null, 1), errorBars }, 1);
    expect(input.errorestimate).toBe(errorBars ? 1 : 0);
    expect(draftOf(input, 1).errorBars).toBe(errorBars);
  }
});

it('the step shows the choice, or the reason in a sentence', async () => {
  const shown = async (draft: Partial<WizardDraft>) => {
    const { unmount } = await render(<ErrorBarsChoice wizard={wizardOf(projectOf(), liveOf(), draft)} />);
    const found = {
      choice: document.querySelector('[data-testid=solver-errorBars]') !== null,
      reason: document.querySelector('[data-testid=solver-no-bars]')?.textContent ?? '',
    };
    await unmount();
    return found;
  };
  expect(await shown({ solvertype: 2 })).toEqual({ choice: true, reason: '' });
  expect(await shown({ solvertype: 1 })).toMatchObject({
    choice: false,
    reason: expect.stringContaining('Physical Optics') as string,
  });
});
