import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  ChangePasswordFormSchema,
  LoginRequestSchema,
  LoginSchema,
  PasswordConfirmFormSchema,
  ProfileUpdateSchema,
  RegisterFormSchema,
  RegisterSchema,
  ResetPasswordSchema,
  SupportMessageSchema,
  isCompanyEmail,
} from '../src/index.ts';
import { sentence } from './support/sentence.ts';

/** First message per path. */
function messages(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = [...(schema.safeParse(value).error?.issues ?? [])].reverse();
  return Object.fromEntries(issues.map((issue) => [issue.path.join('/'), sentence(issue)]));
}

const person = {
  email: 'ada@analytical-engines.co.uk',
  name: 'Ada',
  surname: 'Lovelace',
  phoneNumber: '',
  password: 'eight888',
  company: 'Analytical Engines',
  personalInfoCheck: true,
};
const long = 'x'.repeat(256);

describe('company addresses', () => {
  test.each([
    'a@gmail.com',
    'a@googlemail.com',
    'a@yahoo.com',
    'a@yahoo.co.in',
    'a@hotmail.com',
    'a@aol.com',
    'a@live.com',
    'a@outlook.com',
  ])('%s is not one', (email) => expect(isCompanyEmail(email)).toBe(false));
  test.each([
    'A@GMAIL.COM',
    ' a@Gmail.com ',
    'a+company@gmail.com',
    'a@mail.gmail.com',
    'a@x.y.outlook.com',
    'a@gmail.com.',
  ])('%s is not one in disguise', (email) => expect(isCompanyEmail(email)).toBe(false));
  test.each([
    'a@notgmail.com',
    'a@gmail.com.company.io',
    'gmail.com@company.io',
    'a+b@mail.company.io',
    'a@live.company.io',
  ])('%s is one', (email) => expect(isCompanyEmail(email)).toBe(true));
  test.each(['', 'a', 'a@', 'a@localhost'])('"%s" is not one, having no domain', (email) =>
    expect(isCompanyEmail(email)).toBe(false),
  );
  test('a free address may log in but not sign up', () => {
    expect(LoginSchema.safeParse({ email: 'a@gmail.com', password: 'x' }).success).toBe(true);
    expect(messages(RegisterSchema, { ...person, email: 'a@Mail.GMAIL.com' })).toEqual({
      email: 'Invalid email address, must be a company email',
    });
  });
});

describe('login', () => {
  test('missing and empty entries are required', () => {
    const required = { email: 'Email is required', password: 'Password is required' };
    expect(messages(LoginSchema, {})).toEqual(required);
    expect(messages(LoginSchema, { email: '  ', password: '' })).toEqual(required);
  });
  test.each(['a', 'a@b', '@b.com', 'a b@c.com', 'a..b@c.com'])('"%s" is no address', (email) =>
    expect(messages(LoginSchema, { email, password: 'x' })).toEqual({ email: 'Must be a valid email' }),
  );
  test('255 characters of password are accepted, 256 are not', () => {
    expect(messages(LoginSchema, { email: 'a@b.co', password: 'x'.repeat(255) })).toEqual({});
    expect(Object.keys(messages(LoginSchema, { email: 'a@b.co', password: long }))).toEqual(['password']);
  });
  test('spaces around the address are dropped, spaces in the password are kept', () => {
    expect(LoginSchema.parse({ email: ' a@b.co ', password: ' x ' })).toEqual({
      email: 'a@b.co',
      password: ' x ',
    });
  });
});

describe('the automatic login with empty credentials', () => {
  test('both fields empty is an attempt of its own; one of them alone is required as in the form', () => {
    expect(LoginRequestSchema.safeParse({ email: '', password: '' }).success).toBe(true);
    expect(messages(LoginRequestSchema, { email: '', password: 'x' })).toEqual({
      email: 'Email is required',
    });
    expect(messages(LoginRequestSchema, { email: 'a@b.co', password: '' })).toEqual({
      password: 'Password is required',
    });
    expect(messages(LoginRequestSchema, {})).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(messages(LoginRequestSchema, { email: 'no', password: 'x' })).toEqual({
      email: 'Must be a valid email',
    });
  });
});

describe('sign-up', () => {
  test('a complete form is accepted, the phone number may be missing', () => {
    const { phoneNumber: _, ...withoutPhone } = person;
    expect(RegisterSchema.parse(withoutPhone)).toEqual(person);
  });
  test('missing entries are named', () => {
    expect(messages(RegisterSchema, {})).toEqual({
      email: 'Email is required',
      name: 'Name is required',
      surname: 'Surname is required',
      company: 'Company is required',
      password: 'Password is required',
      personalInfoCheck: 'Please accept the personal-information terms',
    });
  });
  test('a name of spaces is missing', () => {
    expect(messages(RegisterSchema, { ...person, name: '   ' })).toEqual({ name: 'Name is required' });
  });
  test.each(['name', 'surname', 'company', 'email', 'password'])(
    '%s of 256 characters is refused',
    (field) => {
      expect(Object.keys(messages(RegisterSchema, { ...person, [field]: long }))).toEqual([field]);
    },
  );
  test('seven characters are too few for a password, eight are enough', () => {
    expect(messages(RegisterSchema, { ...person, password: 'seven77' })).toEqual({
      password: 'Must be at least 8 characters',
    });
    expect(messages(RegisterSchema, { ...person, password: '12345678' })).toEqual({});
  });
  test('eleven characters of phone number are accepted, twelve are not', () => {
    expect(messages(RegisterSchema, { ...person, phoneNumber: '1'.repeat(11) })).toEqual({});
    expect(messages(RegisterSchema, { ...person, phoneNumber: '1'.repeat(12) })).toEqual({
      phoneNumber: 'Phone number must be at 11 characters',
    });
  });
  test('the terms must be accepted', () => {
    expect(messages(RegisterSchema, { ...person, personalInfoCheck: false })).toHaveProperty(
      'personalInfoCheck',
    );
  });
  test('the form asks for the same password twice', () => {
    expect(messages(RegisterFormSchema, { ...person, confirmPassword: 'eight889' })).toEqual({
      confirmPassword: 'Both password need to be the same',
    });
    expect(messages(RegisterFormSchema, { ...person, confirmPassword: 'eight888' })).toEqual({});
    expect(messages(RegisterFormSchema, person)).toHaveProperty('confirmPassword', 'Required');
  });
});

describe('other account forms', () => {
  test('a reset needs a valid address', () => {
    expect(messages(ResetPasswordSchema, {})).toEqual({ email: 'Email is required' });
    expect(messages(ResetPasswordSchema, { email: 'no' })).toEqual({ email: 'Must be a valid email' });
  });
  test('a new password is required, long enough and repeated', () => {
    expect(messages(PasswordConfirmFormSchema, {})).toEqual({
      password: 'Password is required',
      confirmPassword: 'Required',
    });
    expect(messages(PasswordConfirmFormSchema, { password: 'short', confirmPassword: 'short' })).toEqual({
      password: 'Must be at least 8 characters',
    });
    expect(
      messages(PasswordConfirmFormSchema, { password: 'long enough', confirmPassword: 'other' }),
    ).toEqual({
      confirmPassword: 'Both password need to be the same',
    });
  });
  test('changing the password asks for the old one and for the new one twice', () => {
    expect(messages(ChangePasswordFormSchema, {})).toEqual({
      currentPassword: 'Password is required',
      password: 'Password is required',
      confirmPassword: 'Required',
    });
    const form = { currentPassword: 'old', password: 'long enough', confirmPassword: 'long enough' };
    expect(messages(ChangePasswordFormSchema, form)).toEqual({});
    expect(messages(ChangePasswordFormSchema, { ...form, confirmPassword: 'x' })).toEqual({
      confirmPassword: 'Both password need to be the same',
    });
  });
  test('a profile needs name, surname and country; the rest becomes "-"', () => {
    expect(messages(ProfileUpdateSchema, {})).toEqual({
      Name: 'Name is required',
      Surname: 'Surname is required',
      Country: 'Country is required',
    });
    expect(ProfileUpdateSchema.parse({ Name: 'A', Surname: 'L', Country: 'UK' })).toEqual({
      Name: 'A',
      Surname: 'L',
      Country: 'UK',
      PhoneNumber: '',
      Address: '-',
      Instagram: '-',
      Linkedin: '-',
      Twitter: '-',
      Facebook: '-',
      WebSite: '-',
    });
  });
  test.each(['Address', 'Instagram', 'Linkedin', 'Twitter', 'Facebook', 'WebSite'])(
    '%s of 256 characters is refused',
    (field) => {
      const profile = { Name: 'A', Surname: 'L', Country: 'UK', [field]: long };
      const label = field === 'WebSite' ? 'Web site' : field;
      expect(messages(ProfileUpdateSchema, profile)).toEqual({
        [field]: `${label} must be at most 255 characters`,
      });
    },
  );
  test('a support message needs a name, an address and a text', () => {
    expect(messages(SupportMessageSchema, {})).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      message: 'Message is required',
    });
  });
});
