import type { Check } from '../caseFile.ts';
import type { SolvedRun } from '../solvedRun.ts';
import { absorber } from './absorber.ts';
import { againstMie } from './againstMie.ts';
import { againstReference } from './againstReference.ts';
import { cost } from './cost.ts';
import { corner } from './corner.ts';
import { flatPlateBroadside } from './flatPlateBroadside.ts';
import { flatPlateSweep } from './flatPlateSweep.ts';
import type { Outcome } from './measure.ts';
import { powerBalance } from './powerBalance.ts';
import { reciprocity } from './reciprocity.ts';
import { sameBackscatter } from './sameBackscatter.ts';
import { sameField } from './sameField.ts';

export function judge(check: Check, runOf: (name: string) => SolvedRun): Outcome {
  switch (check.kind) {
    case 'mie':
      return againstMie(check, runOf(check.run));
    case 'reference':
      return againstReference(check, runOf);
    case 'same-field':
      return sameField(check, runOf(check.run), runOf(check.other));
    case 'reciprocity':
      return reciprocity(check, runOf);
    case 'power':
      return powerBalance(check, runOf(check.run));
    case 'cost':
      return cost(check, runOf(check.run));
    case 'flat-plate-broadside':
      return flatPlateBroadside(check, runOf(check.run));
    case 'flat-plate-sweep':
      return flatPlateSweep(check, runOf(check.run));
    case 'corner':
      return corner(check, runOf(check.run));
    case 'same-backscatter':
      return sameBackscatter(check, runOf(check.run), runOf(check.other));
    case 'absorber':
      return absorber(check, runOf(check.run), runOf(check.bare));
  }
}
