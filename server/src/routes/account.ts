import { CONFIRM_SUCCESS_DETAIL } from '@pace/contract';
import { askPasswordReset } from '../commands/askPasswordReset.ts';
import { confirmAccount } from '../commands/confirmAccount.ts';
import { logIn } from '../commands/logIn.ts';
import { register } from '../commands/register.ts';
import { sendSupportMessage } from '../commands/sendSupportMessage.ts';
import { setNewPassword } from '../commands/setNewPassword.ts';
import { updateProfile } from '../commands/updateProfile.ts';
import { presentUser } from '../presenters/user.ts';
import type { Services } from '../services.ts';
import type { Handlers } from './call.ts';

type AccountCall =
  | 'getUserInfo'
  | 'login'
  | 'register'
  | 'resetPassword'
  | 'passwordConfirm'
  | 'profileUpdate'
  | 'confirm'
  | 'support'
  | 'logout';

export function accountHandlers(services: Services): Handlers<AccountCall> {
  return {
    getUserInfo: ({ signedIn }) => Promise.resolve({ result: presentUser(signedIn.user) }),
    login: async ({ body, caller }) => {
      const { token, user } = await logIn(services, body, caller);
      return { result: { token, user: presentUser(user) } };
    },
    register: async ({ body, caller }) => {
      await register(services, body, caller);
      return { result: {}, detail: 'Please check your e-mail for the activation link.' };
    },
    resetPassword: ({ body, caller }) => {
      askPasswordReset(services, body.email, caller).catch((error: unknown) =>
        services.log.error({ err: error }, 'a reset mail failed'),
      );
      return Promise.resolve({
        result: {},
        detail: 'If this address has an account, a mail with a link is on its way.',
      });
    },
    passwordConfirm: async ({ query, body, caller }) => {
      await setNewPassword(services, query.cid, body.password, caller);
      return { result: {}, detail: 'Your password has been changed.' };
    },
    profileUpdate: async ({ body, signedIn }) => ({
      result: presentUser(await updateProfile(services, signedIn.user, body)),
    }),
    confirm: async ({ query, caller }) => {
      await confirmAccount(services, query.enc, caller);
      return { result: {}, detail: CONFIRM_SUCCESS_DETAIL };
    },
    support: async ({ body, signedIn }) => {
      await sendSupportMessage(services, body, signedIn?.user);
      return { result: {}, detail: 'Your message has been sent.' };
    },
    logout: async ({ signedIn }) => {
      await services.accessTokens.revoke(signedIn.sessionId);
      return { result: {} };
    },
  };
}
