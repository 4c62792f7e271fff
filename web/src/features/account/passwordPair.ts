import { ChangePasswordSchema, PasswordConfirmSchema, RegisterSchema, says } from '@pace/contract';
import { z } from 'zod';

const confirmPassword = z.string().min(1, says('validation.passwordAgain'));

interface Pair {
  password?: string;
  confirmPassword?: string;
}

/** Told together with the other complaints (`when`), once there is something to compare. */
const equal = {
  path: ['confirmPassword'],
  message: says('validation.passwordsDiffer'),
  when: ({ value }: { value: unknown }) => (value as Pair).confirmPassword !== '',
};
const areEqual = ({ password, confirmPassword: again }: Pair) => password === again;

/** What the sign-up form holds: the call's body and the password once more. */
export const SignUpSchema = RegisterSchema.extend({ confirmPassword }).refine(areEqual, equal);

/** What the form for a new password holds. */
export const NewPasswordPairSchema = PasswordConfirmSchema.extend({ confirmPassword }).refine(
  areEqual,
  equal,
);

/** What the form holds by which a logged-in person changes the password. */
export const ChangePasswordFormSchema = ChangePasswordSchema.extend({ confirmPassword }).refine(
  areEqual,
  equal,
);
