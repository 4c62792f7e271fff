import { CONFIRM_SUCCESS_DETAIL, EXPORT_FILE_NAME } from '@pace/contract';
import { accessKeysOf } from '../auth/accessKeys.ts';
import { KNOWN_DEVICE_SECONDS } from '../auth/knownDevice.ts';
import { askPasswordReset } from '../commands/askPasswordReset.ts';
import { askUnlock } from '../commands/askUnlock.ts';
import { changePassword } from '../commands/changePassword.ts';
import { confirmAccount } from '../commands/confirmAccount.ts';
import { countMailRequest } from '../commands/countMailRequest.ts';
import { createAccessKey } from '../commands/createAccessKey.ts';
import { deleteAccount } from '../commands/deleteAccount.ts';
import { exportData } from '../commands/exportData.ts';
import { logIn, logInAgain } from '../commands/logIn.ts';
import { logOut, logOutOthers } from '../commands/logOut.ts';
import { register } from '../commands/register.ts';
import { revokeAccessKey } from '../commands/revokeAccessKey.ts';
import { sendSupportMessage } from '../commands/sendSupportMessage.ts';
import { setNewPassword } from '../commands/setNewPassword.ts';
import { unlockBrowser } from '../commands/unlockBrowser.ts';
import { updateProfile } from '../commands/updateProfile.ts';
import { usageOf } from '../commands/usage.ts';
import { languageOf } from '../mail/messages.ts';
import { presentUser } from '../presenters/user.ts';
import type { Services } from '../services.ts';
import { StreamAnswer, type Handlers } from './call.ts';
import { cookieHeader, deviceCookieHeader } from './sessionCookie.ts';

type AccountCall =
  | 'getUserInfo'
  | 'login'
  | 'register'
  | 'resetPassword'
  | 'passwordConfirm'
  | 'askUnlock'
  | 'unlock'
  | 'profileUpdate'
  | 'confirm'
  | 'support'
  | 'logout'
  | 'logoutOthers'
  | 'changePassword'
  | 'usage'
  | 'exportData'
  | 'deleteAccount'
  | 'createAccessKey'
  | 'getAccessKeys'
  | 'revokeAccessKey';

const SUPPORT_THANKS = { en: 'Your message has been sent.', tr: 'Mesajınız gönderildi.' };

/** The same for an address without an account. */
const MAIL_ON_ITS_WAY = 'If this address has an account, a mail with a link is on its way.';

/** Waits long enough for the answer to be on its way: what the work costs cannot be seen in its time. */
const AFTER_ANSWER_MS = 200;

function afterTheAnswer(work: () => Promise<void>, log: Services['log']): void {
  setTimeout(() => {
    work().catch((error: unknown) => log.error({ err: error }, 'a mail that was asked for failed'));
  }, AFTER_ANSWER_MS).unref();
}

export function accountHandlers(services: Services): Handlers<AccountCall> {
  const https = () => services.publicUrl().startsWith('https:');
  const setCookie = (value: string, seconds: number | undefined) =>
    cookieHeader(value, { seconds, https: https() });
  const setDeviceCookie = (value: string) =>
    deviceCookieHeader(value, { seconds: KNOWN_DEVICE_SECONDS, https: https() });
  const noCookie = { 'set-cookie': setCookie('', 0) };
  return {
    getUserInfo: ({ signedIn }) => Promise.resolve({ result: presentUser(signedIn.user) }),
    login: async ({ body, caller }) => {
      if (body.email === '') {
        const { token, user } = await logInAgain(services, caller.sessionCookie);
        return { result: { token, user: presentUser(user) } };
      }
      const { token, user, cookie, cookieSeconds, deviceCookie } = await logIn(services, body, caller);
      return {
        result: { token, user: presentUser(user) },
        headers: { 'set-cookie': [setCookie(cookie, cookieSeconds), setDeviceCookie(deviceCookie)] },
      };
    },
    register: async ({ body, caller }) => {
      await register(services, body, caller);
      return { result: {}, detail: 'Please check your e-mail for the activation link.' };
    },
    resetPassword: async ({ body, caller }) => {
      await countMailRequest(services, body.email, caller);
      afterTheAnswer(() => askPasswordReset(services, body.email, caller), services.log);
      return { result: {}, detail: MAIL_ON_ITS_WAY };
    },
    passwordConfirm: async ({ query, body, caller }) => {
      await setNewPassword(services, query.cid, body.password, caller);
      return { result: {}, detail: 'Your password has been changed.' };
    },
    askUnlock: async ({ body, caller }) => {
      await countMailRequest(services, body.email, caller);
      afterTheAnswer(() => askUnlock(services, body.email, caller), services.log);
      return { result: {}, detail: MAIL_ON_ITS_WAY };
    },
    unlock: async ({ body, caller }) => {
      const device = await unlockBrowser(services, body.key, caller);
      return { result: {}, headers: { 'set-cookie': setDeviceCookie(device) } };
    },
    profileUpdate: async ({ body, signedIn }) => ({
      result: presentUser(await updateProfile(services, signedIn.user, body)),
    }),
    confirm: async ({ query, caller }) => {
      await confirmAccount(services, query.enc, caller);
      return { result: {}, detail: CONFIRM_SUCCESS_DETAIL };
    },
    support: async ({ body, signedIn, caller }) => {
      await sendSupportMessage(services, body, signedIn?.user, caller);
      return { result: {}, detail: SUPPORT_THANKS[languageOf(caller.acceptLanguage)] };
    },
    logout: async ({ signedIn, caller }) => {
      await logOut(services, signedIn, caller);
      return { result: {}, headers: noCookie };
    },
    logoutOthers: async ({ signedIn, caller }) => {
      await logOutOthers(services, signedIn, caller);
      return { result: {} };
    },
    changePassword: async ({ body, signedIn, caller }) => {
      await changePassword(services, signedIn, body, caller);
      return { result: {} };
    },
    usage: async ({ signedIn }) => ({ result: await usageOf(services, signedIn.user) }),
    exportData: async ({ signedIn, caller }) =>
      new StreamAnswer(await exportData(services, signedIn.user, caller), {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${EXPORT_FILE_NAME}"`,
      }),
    deleteAccount: async ({ body, signedIn, caller }) => {
      await deleteAccount(services, signedIn.user, body.password, caller);
      return { result: {}, headers: noCookie };
    },
    createAccessKey: async ({ body, signedIn, caller }) => ({
      result: await createAccessKey(services, signedIn.user, body, caller),
    }),
    getAccessKeys: async ({ signedIn }) => ({
      result: { keys: await accessKeysOf(services.db, signedIn.user.id) },
    }),
    revokeAccessKey: async ({ body, signedIn, caller }) => {
      await revokeAccessKey(services, signedIn.user, body.keyId, caller);
      return { result: {} };
    },
  };
}
