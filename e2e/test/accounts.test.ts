import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { callApi } from '../support/api.ts';
import { countColors, oneStory, TestBrowser } from '../support/browser.ts';
import { linkInMailTo, mailsTo } from '../support/mail.ts';
import { newPerson } from '../support/people.ts';
import { at, fill, logIn, tokenOf } from '../support/steps.ts';

/** Every sentence of the account screens, as each language says it. */
const TEXTS = {
  en: {
    locale: 'en-US',
    required: ['Name is required', 'Surname is required', 'Email is required', 'Company is required'],
    passwordRequired: 'Password is required',
    again: 'Required',
    acceptTerms: 'Please accept the personal-information terms',
    companyEmail: 'Invalid email address, must be a company email',
    validEmail: 'Must be a valid email',
    phone: 'Phone number must be at 11 characters',
    eight: 'Must be at least 8 characters',
    same: 'Both password need to be the same',
    readTerms: 'Read them',
    notice: 'Notice on the processing of personal data',
    checkMail: 'Please check your e-mail for the activation link.',
    hello: 'Hello Ada,',
    activated: 'Congratulations your account has been activated',
    error: 'An error was encountered',
    tokenMissing: 'Confirmation token is not valid or not found, routing to landing page...',
    loginFailed: 'Invalid login, or the account is not approved yet.',
    badge: 'Free',
    buy: 'Click to buy a license!',
    country: 'Country is required',
    contactSupport: 'Please contact support to change this.',
    saved: 'Profile saved',
    messageRequired: 'Message is required',
    sent: 'Your message has been sent.',
    tokenInvalid: 'Token is not valid',
    wrongPassword: 'The password is not right.',
    storage: 'of 5 GB',
  },
  tr: {
    locale: 'tr-TR',
    required: ['Ad gereklidir', 'Soyad gereklidir', 'E-posta gereklidir', 'Şirket gereklidir'],
    passwordRequired: 'Parola gereklidir',
    again: 'Gerekli',
    acceptTerms: 'Lütfen kişisel veri şartlarını kabul edin',
    companyEmail: 'Geçersiz e-posta adresi, kurumsal bir adres olmalı',
    validEmail: 'Geçerli bir e-posta olmalı',
    phone: 'Telefon numarası en çok 11 karakter olabilir',
    eight: 'En az 8 karakter olmalı',
    same: 'İki parola aynı olmalı',
    readTerms: 'Oku',
    notice: 'Kişisel verilerin işlenmesine ilişkin aydınlatma metni',
    checkMail: 'Lütfen etkinleştirme bağlantısı için e-postanızı kontrol edin.',
    hello: 'Merhaba Ada,',
    activated: 'Tebrikler, hesabınız etkinleştirildi',
    error: 'Bir hata ile karşılaşıldı',
    tokenMissing: 'Onay anahtarı geçerli değil veya bulunamadı, tanıtım sayfasına yönlendiriliyorsunuz...',
    loginFailed: 'Geçersiz giriş veya onaylanmamış hesap',
    badge: 'Ücretsiz',
    buy: 'Lisans satın almak için tıklayın!',
    country: 'Ülke gereklidir',
    contactSupport: 'Bunu değiştirmek için lütfen destek ekibiyle iletişime geçin.',
    saved: 'Profil kaydedildi',
    messageRequired: 'Mesaj gereklidir',
    sent: 'Mesajınız gönderildi.',
    tokenInvalid: 'Anahtar geçerli değil',
    wrongPassword: 'Parola doğru değil.',
    storage: '/ 5 GB',
  },
} as const;

/** Three seconds to read, of a page that opens after the clock was read. */
const LEAST_REDIRECT_MS = 3000;

/** PACE_LOGIN_FAILURES_PER_ACCOUNT as it is by default */
const FAILURES = 10;

const browser = new TestBrowser();

const path = (page: Page) => new URL(page.url()).pathname;
const shows = (page: Page, text: string) => page.getByText(text).first().waitFor();

/** Follows a redirect that gives time to read, and measures it. */
async function redirectsTo(page: Page, target: string, since: number): Promise<void> {
  await page.waitForURL(`**${target}`);
  expect(Date.now() - since).toBeGreaterThan(LEAST_REDIRECT_MS);
}

describe.each(['en', 'tr'] as const)('an account from sign-up to its deletion, in %s', (language) => {
  const texts = TEXTS[language];
  const person = { email: `ada.${language}@radar-works.com`, password: 'first password' };
  let page: Page;
  oneStory();
  beforeAll(async () => {
    page = await browser.newPage({ locale: texts.locale });
  });

  test('the sign-up form tells everything that is missing or wrong', async () => {
    await page.goto('/auth/sign-up');
    await at(page, 'signup-submit').click();
    for (const text of [...texts.required, texts.passwordRequired, texts.acceptTerms])
      await shows(page, text);
    await page.getByText(texts.again, { exact: true }).first().waitFor();
    await fill(page, {
      'signup-email': 'ada+work@Mail.Outlook.com',
      'signup-phone': '123456789012',
      'signup-password': 'seven77',
      'signup-confirm-password': 'other',
    });
    for (const text of [texts.companyEmail, texts.phone, texts.eight, texts.same]) await shows(page, text);
    await fill(page, { 'signup-email': 'no address' });
    await shows(page, texts.validEmail);
  });

  test('the terms open as a PDF, which can be read as text as well', async () => {
    await page.getByText(texts.readTerms, { exact: true }).click();
    await page.getByRole('heading', { name: 'KVKK Metni' }).waitFor();
    const canvas = page.locator('canvas[data-drawn=true]').first();
    await canvas.waitFor();
    expect(await countColors(canvas)).toBeGreaterThan(10);
    const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'terms-download').click()]);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await at(page, 'terms-as-text').click();
    await shows(page, texts.notice);
    await at(page, 'terms-close').click();
    await at(page, 'terms-close').waitFor({ state: 'detached' });
  });

  test('signing up leads to the page that asks to look for the mail', async () => {
    await fill(page, {
      'signup-name': 'Ada',
      'signup-surname': 'Wright',
      'signup-email': person.email,
      'signup-phone': '05321234567',
      'signup-company': 'Radar Works',
      'signup-password': person.password,
      'signup-confirm-password': person.password,
    });
    await at(page, 'signup-terms').check();
    await at(page, 'signup-submit').click();
    await page.waitForURL('**/auth/confirm?enc=mail');
    await shows(page, texts.checkMail);
    // Nobody is let in before.
    await logIn(page, person);
    await shows(page, texts.loginFailed);
  });

  test('the mail has text and HTML in the language of the page; its link activates the account once', async () => {
    const link = await linkInMailTo(person.email, '/auth/confirm?enc=');
    const [mail] = await mailsTo(person.email);
    expect(mail?.text).toContain(texts.hello);
    expect(mail?.html).toContain(`<html lang="${language}">`);
    const begun = Date.now();
    await page.goto(link);
    await at(page, 'confirm-success').waitFor();
    await shows(page, texts.activated);
    await redirectsTo(page, '/auth/login', begun);
    await page.goto(link);
    await at(page, 'confirm-error').waitFor();
    await shows(page, texts.error);
  });

  test('without a token the confirmation leads to the landing page', async () => {
    const begun = Date.now();
    await page.goto('/auth/confirm');
    await at(page, 'confirm-missing').waitFor();
    await shows(page, texts.tokenMissing);
    await redirectsTo(page, '/landing', begun);
  });

  test('Remember me keeps the session in the browser for good; pages of guests are closed now', async () => {
    await page.goto('/auth/login');
    await fill(page, { 'login-email': person.email, 'login-password': person.password });
    await at(page, 'login-remember').click();
    await at(page, 'login-submit').click();
    await at(page, 'logout').waitFor();
    expect(path(page)).toBe('/');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy();
    await at(page, 'license-badge').hover();
    await shows(page, texts.buy);
    expect(await at(page, 'license-badge').innerText()).toBe(texts.badge);
    for (const closed of ['/auth/login', '/auth/sign-up', '/auth/confirm?enc=mail']) {
      await page.goto(closed);
      await at(page, 'logout').waitFor();
      expect(path(page)).toBe('/');
    }
  });

  test('the profile is changed; e-mail and company are not', async () => {
    await page.goto('/profile');
    expect(await at(page, 'usage-storage').innerText()).toContain(texts.storage);
    await at(page, 'profile-settings').click();
    for (const value of [person.email, 'Radar Works']) {
      const field = page.locator(`input[value="${value}"]`);
      expect(await field.getAttribute('readonly')).not.toBeNull();
      await field.hover();
      await shows(page, texts.contactSupport);
      await page.mouse.move(0, 0);
      await page.getByText(texts.contactSupport).waitFor({ state: 'detached' });
    }
    await fill(page, { 'profile-country': '' });
    await at(page, 'profile-submit').click();
    await shows(page, texts.country);
    await fill(page, { 'profile-country': 'Türkiye', 'profile-surname': 'Lovelace' });
    await at(page, 'profile-submit').click();
    await shows(page, texts.saved);
    await page.goto('/profile');
    await shows(page, 'Ada Lovelace');
  });

  test('a message to support, from who is logged in and from a guest', async () => {
    await page.goto('/auth/contact');
    expect(await at(page, 'contact-name').inputValue()).toBe('Ada Lovelace');
    expect(await at(page, 'contact-email').getAttribute('readonly')).not.toBeNull();
    await at(page, 'contact-submit').click();
    await shows(page, texts.messageRequired);
    await fill(page, { 'contact-message': `Hello in ${language}` });
    await at(page, 'contact-submit').click();
    await shows(page, texts.sent);
    await page.goto('/');
    await at(page, 'logout').click();
    await page.waitForURL('**/auth/login');
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await page.goto('/auth/contact');
    await fill(page, { 'contact-name': 'G', 'contact-email': 'guest@gmail.com', 'contact-message': 'Hi' });
    await at(page, 'contact-submit').click();
    await shows(page, texts.sent);
  });

  test('a forgotten password is replaced by a link that works once', async () => {
    await page.goto('/auth/reset-password');
    await fill(page, { 'reset-email': 'no address' });
    await at(page, 'reset-submit').click();
    await shows(page, texts.validEmail);
    await fill(page, { 'reset-email': person.email });
    await at(page, 'reset-submit').click();
    await page.waitForURL('**/auth/login');
    const link = await linkInMailTo(person.email, '/auth/confirm-password?cid=');
    await page.goto(link);
    await at(page, 'new-password-submit').click();
    await shows(page, texts.passwordRequired);
    person.password = 'second password';
    await fill(page, { 'new-password': person.password, 'new-password-confirm': 'something else' });
    await shows(page, texts.same);
    await fill(page, { 'new-password-confirm': person.password });
    await at(page, 'new-password-submit').click();
    await page.waitForURL('**/auth/login');
    await page.goto(link);
    await fill(page, { 'new-password': 'third password', 'new-password-confirm': 'third password' });
    await at(page, 'new-password-submit').click();
    await shows(page, texts.tokenInvalid);
    const begun = Date.now();
    await page.goto('/auth/confirm-password');
    await shows(page, texts.tokenMissing);
    await redirectsTo(page, '/landing', begun);
  });

  test('another tab of the same browser is logged in by itself; a session that was ended is not', async () => {
    await logIn(page, person);
    const token = await tokenOf(page);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    const tab = await page.context().newPage();
    await tab.goto('/auth/login');
    await at(tab, 'logout').waitFor();
    await tab.waitForURL((url) => url.pathname === '/');
    // Open pages ask the server now and then, and would clear the token themselves at any moment.
    await tab.close();
    await page.goto('about:blank');
    await callApi('logout', token, { body: {} });
    const late = await page.context().newPage();
    await late.addInitScript((kept) => sessionStorage.setItem('accessToken', kept), token);
    // The first call that is answered 401 clears the token and leads to the login.
    await late.goto('/profile');
    await at(late, 'login-submit').waitFor();
    await late.waitForURL('**/auth/login');
    expect(await late.evaluate(() => sessionStorage.getItem('accessToken'))).toBeNull();
    await late.close();
    // The browser remembers no session either.
    await page.goto('/auth/login');
    await at(page, 'login-submit').waitFor();
  });

  test('the password is changed in the settings, and all data are downloaded', async () => {
    await logIn(page, person);
    await at(page, 'logout').waitFor();
    await page.goto('/profile/settings');
    const old = person.password;
    person.password = 'fourth password';
    await fill(page, {
      'password-current': 'not it',
      'password-new': person.password,
      'password-confirm': person.password,
    });
    await at(page, 'password-submit').click();
    expect(await at(page, 'password-error').innerText()).toContain(texts.wrongPassword);
    await fill(page, { 'password-current': old });
    await at(page, 'password-submit').click();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-testid=password-current]')?.value === '',
    );
    const [download] = await Promise.all([page.waitForEvent('download'), at(page, 'data-export').click()]);
    expect(download.suggestedFilename()).toBe('pace-data.zip');
    const archive = await readFile(await download.path());
    expect(archive.subarray(0, 2).toString()).toBe('PK');
    expect(archive.includes('account.json')).toBe(true);
  });

  test('the account is deleted after the password was given once more, and is gone', async () => {
    await at(page, 'account-delete').click();
    await fill(page, { 'account-delete-password': 'not it' });
    await at(page, 'account-delete-confirm').click();
    expect(await at(page, 'account-delete-error').innerText()).toContain(texts.wrongPassword);
    await fill(page, { 'account-delete-password': person.password });
    await at(page, 'account-delete-confirm').click();
    await page.waitForURL('**/auth/login');
    await fill(page, { 'login-email': person.email, 'login-password': person.password });
    await at(page, 'login-submit').click();
    await shows(page, texts.loginFailed);
  });
});

test('after too many wrong passwords a mail unlocks this browser, and the password stays', async () => {
  const person = await newPerson();
  const page = await browser.newPage();
  const wrong = { email: person.email, password: 'not it', rememberMe: false };
  for (let i = 0; i < FAILURES; i++)
    await callApi('login', undefined, { body: wrong }).catch(() => undefined);
  await logIn(page, person);
  await at(page, 'unlock-ask').click();
  await at(page, 'unlock-sent').waitFor();
  const link = await linkInMailTo(person.email, '/auth/unlock?key=');
  await page.goto(link);
  await at(page, 'unlock-submit').click();
  await page.waitForURL('**/auth/login');
  await logIn(page, person);
  await at(page, 'logout').waitFor();
  const other = await browser.newPage();
  await other.goto(link);
  await at(other, 'unlock-submit').click();
  await at(other, 'unlock-invalid').waitFor();
});
