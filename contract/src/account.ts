import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Mail providers that give an address to anybody; a company address is asked for. Subdomains count too. */
export const FREE_MAIL_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.in',
  'hotmail.com',
  'aol.com',
  'live.com',
  'outlook.com',
] as const;

/** True if the address is of a company, i.e. its domain is none of FREE_MAIL_DOMAINS nor below one of them. */
export function isCompanyEmail(email: string): boolean {
  let domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  while (domain.endsWith('.')) domain = domain.slice(0, -1);
  return (
    domain.includes('.') && !FREE_MAIL_DOMAINS.some((free) => domain === free || domain.endsWith(`.${free}`))
  );
}

const text = (name: string) =>
  z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .max(LIMITS.textLength, `${name} must be at most 255 characters`);

/** Mails begin with it: one line, and too short for a message of its own. */
const personName = (name: string) =>
  text(name)
    .max(LIMITS.personNameLength, `${name} must be at most ${LIMITS.personNameLength} characters`)
    .regex(/^[^\n\r\v\f\u0085\u2028\u2029]*$/, `${name} must be on one line`);

export const EmailSchema = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(LIMITS.textLength, 'Email must be at most 255 characters')
  .pipe(z.email('Must be a valid email'));

export const CompanyEmailSchema = EmailSchema.refine(
  isCompanyEmail,
  'Invalid email address, must be a company email',
);

const ExistingPasswordSchema = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(LIMITS.textLength, 'Password must be at most 255 characters');
/** Any characters, but not blanks only; the server refuses the commonest ones. */
export const NewPasswordSchema = ExistingPasswordSchema.min(
  LIMITS.passwordMinLength,
  'Must be at least 8 characters',
).regex(/\S/, 'A password cannot be made of blanks only');
const PhoneSchema = z.string().trim().max(LIMITS.phoneLength, 'Phone number must be at 11 characters');

export const LoginSchema = z.object({
  email: EmailSchema,
  password: ExistingPasswordSchema,
  /** true: 30 days; false: a session that ends with the browser. */
  rememberMe: z.boolean().optional(),
});

/**
 * What the login call takes. Both fields empty is the automatic attempt that the login screen makes on opening: it
 * succeeds for a browser that still holds a living session, and is refused like any wrong login otherwise.
 */
export const LoginRequestSchema = z
  .object({
    email: z
      .string('Email is required')
      .trim()
      .max(LIMITS.textLength, 'Email must be at most 255 characters')
      .pipe(z.union([z.literal(''), z.email('Must be a valid email')])),
    password: z
      .string('Password is required')
      .max(LIMITS.textLength, 'Password must be at most 255 characters'),
    rememberMe: z.boolean().optional(),
  })
  .superRefine(({ email, password }, context) => {
    if (email === '' && password === '') return;
    if (email === '') context.addIssue({ code: 'custom', path: ['email'], message: 'Email is required' });
    if (password === '')
      context.addIssue({ code: 'custom', path: ['password'], message: 'Password is required' });
  });

export const RegisterSchema = z.object({
  email: CompanyEmailSchema,
  name: personName('Name'),
  surname: personName('Surname'),
  phoneNumber: PhoneSchema.default(''),
  password: NewPasswordSchema,
  company: text('Company'),
  personalInfoCheck: z.literal(true, 'Please accept the personal-information terms'),
});

export const SocialSchema = z.object({
  twitter: z.string(),
  linkedin: z.string(),
  instagram: z.string(),
  facebook: z.string(),
  webSite: z.string(),
});

/** 1 Admin, 3 Student, 4 Teacher, anything else Free: ask userRole, not the number. */
export const USER_TYPES = { admin: 1, free: 2, student: 3, teacher: 4 } as const;

export type UserRole = keyof typeof USER_TYPES;

export function userRole(userType: number): UserRole {
  return (Object.keys(USER_TYPES) as UserRole[]).find((role) => USER_TYPES[role] === userType) ?? 'free';
}

/** Largest model file of a user; the administrator's is what the machine can bear, not a rule of the product. */
export function uploadLimitBytes(userType: number): number {
  return userRole(userType) === 'admin' ? LIMITS.adminUploadBytes : LIMITS.ordinaryUploadBytes;
}
export const UPLOAD_TOO_LARGE_SENTENCE = 'Maximum file size is 50 MB. Please upload a smaller file.';

export const UserSchema = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  company: z.string(),
  country: z.string(),
  address: z.string(),
  phoneNumber: z.string(),
  userType: z.number().int(),
  social: SocialSchema,
});
export type User = z.infer<typeof UserSchema>;

export const LoginResultSchema = z.object({ token: z.string(), user: UserSchema });

/** What forms that choose a password ask for twice; the second entry stays in the browser. */
const PasswordAgainSchema = z.string('Required').min(1, 'Required');
const bothPasswordsAreTheSame = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
const NOT_THE_SAME = { message: 'Both password need to be the same', path: ['confirmPassword'] };

/** The sign-up screen: the body of the call and the repeated password. */
export const RegisterFormSchema = RegisterSchema.extend({ confirmPassword: PasswordAgainSchema }).refine(
  bothPasswordsAreTheSame,
  NOT_THE_SAME,
);
/** The screen behind the link of the reset mail. */
export const PasswordConfirmFormSchema = z
  .object({ password: NewPasswordSchema, confirmPassword: PasswordAgainSchema })
  .refine(bothPasswordsAreTheSame, NOT_THE_SAME);

export const ResetPasswordSchema = z.object({ email: EmailSchema });
export const PasswordConfirmSchema = z.object({ password: NewPasswordSchema });

/** Logging in was refused after too many wrong passwords: a mail with a link for this browser. */
export const AskUnlockSchema = z.object({ email: EmailSchema });
/** What the link of that mail carries. */
export const UnlockSchema = z.object({ key: z.string().min(1).max(LIMITS.textLength) });

/** Changing the password while logged in. */
export const ChangePasswordSchema = z.object({
  currentPassword: ExistingPasswordSchema,
  password: NewPasswordSchema,
});
export const ChangePasswordFormSchema = ChangePasswordSchema.extend({
  confirmPassword: PasswordAgainSchema,
}).refine(bothPasswordsAreTheSame, NOT_THE_SAME);
/** Deleting the account asks for the password once more. */
export const DeleteAccountSchema = z.object({ password: ExistingPasswordSchema });

const optionalText = (name: string) =>
  z.string().trim().max(LIMITS.textLength, `${name} must be at most 255 characters`).default('-');
export const ProfileUpdateSchema = z.object({
  Name: personName('Name'),
  Surname: personName('Surname'),
  PhoneNumber: PhoneSchema.default(''),
  Country: text('Country'),
  Address: optionalText('Address'),
  Instagram: optionalText('Instagram'),
  Linkedin: optionalText('Linkedin'),
  Twitter: optionalText('Twitter'),
  Facebook: optionalText('Facebook'),
  WebSite: optionalText('Web site'),
});

export const SupportMessageSchema = z.object({
  name: personName('Name'),
  email: EmailSchema,
  message: z
    .string('Message is required')
    .trim()
    .min(1, 'Message is required')
    .max(10_000, 'Message must be at most 10000 characters'),
});

/** The detail by which the confirmation screen recognises success (the specification wants the Turkish text). */
export const CONFIRM_SUCCESS_DETAIL = 'Başarıyla oluşturuldu';
export const LOGIN_FAILED_DETAIL = 'Geçersiz giriş veya onaylanmamış hesap';

/** What a person has used of what they may use; null: no limit (administrators). */
export const UsageSchema = z.object({
  storageBytes: z.number().int(),
  storageLimitBytes: z.number().int().nullable(),
  projects: z.number().int(),
  runningRuns: z.number().int(),
  runningRunsLimit: z.number().int().nullable(),
  queuedRuns: z.number().int(),
  queuedRunsLimit: z.number().int().nullable(),
});
export type Usage = z.infer<typeof UsageSchema>;

/** Name of the archive with everything that is stored of a person. */
export const EXPORT_FILE_NAME = 'pace-data.zip';
