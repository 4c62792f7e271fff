import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { says, saysOf } from './schemaMessages.ts';

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

type Label = Parameters<typeof saysOf>[0];

const isRequired = (label: Label) => saysOf(label, 'validation.required');
const isTooLong = (label: Label, most: number) => saysOf(label, 'validation.tooLong', { most });

const text = (label: Label) =>
  z
    .string(isRequired(label))
    .trim()
    .min(1, isRequired(label))
    .max(LIMITS.textLength, isTooLong(label, LIMITS.textLength));

/** Mails begin with it: one line, and too short for a message of its own. */
const personName = (label: Label) =>
  text(label)
    .max(LIMITS.personNameLength, isTooLong(label, LIMITS.personNameLength))
    .regex(/^[^\n\r\v\f\u0085\u2028\u2029]*$/, saysOf(label, 'validation.oneLine'));

export const EmailSchema = z
  .string(isRequired('email'))
  .trim()
  .min(1, isRequired('email'))
  .max(LIMITS.textLength, isTooLong('email', LIMITS.textLength))
  .pipe(z.email(says('validation.email')));

export const CompanyEmailSchema = EmailSchema.refine(isCompanyEmail, says('EMAIL_NOT_COMPANY'));

const ExistingPasswordSchema = z
  .string(isRequired('password'))
  .min(1, isRequired('password'))
  .max(LIMITS.textLength, isTooLong('password', LIMITS.textLength));
/** Any characters, but not blanks only; the server refuses the commonest ones. */
export const NewPasswordSchema = ExistingPasswordSchema.min(
  LIMITS.passwordMinLength,
  says('validation.passwordShort', { least: LIMITS.passwordMinLength }),
).regex(/\S/, says('validation.passwordBlank'));
const PhoneSchema = z
  .string()
  .trim()
  .max(LIMITS.phoneLength, says('validation.phone', { most: LIMITS.phoneLength }));

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
      .string(isRequired('email'))
      .trim()
      .max(LIMITS.textLength, isTooLong('email', LIMITS.textLength))
      .pipe(z.union([z.literal(''), z.email(says('validation.email'))])),
    password: z
      .string(isRequired('password'))
      .max(LIMITS.textLength, isTooLong('password', LIMITS.textLength)),
    rememberMe: z.boolean().optional(),
  })
  .superRefine(({ email, password }, context) => {
    if (email === '' && password === '') return;
    if (email === '') context.addIssue({ code: 'custom', path: ['email'], message: isRequired('email') });
    if (password === '')
      context.addIssue({ code: 'custom', path: ['password'], message: isRequired('password') });
  });

export const RegisterSchema = z.object({
  email: CompanyEmailSchema,
  name: personName('name'),
  surname: personName('surname'),
  phoneNumber: PhoneSchema.default(''),
  password: NewPasswordSchema,
  company: text('company'),
  personalInfoCheck: z.literal(true, says('validation.terms')),
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
const PasswordAgainSchema = z
  .string(says('validation.passwordAgain'))
  .min(1, says('validation.passwordAgain'));
const bothPasswordsAreTheSame = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;
const NOT_THE_SAME = { message: says('validation.passwordsDiffer'), path: ['confirmPassword'] };

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

const optionalText = (label: Label) =>
  z.string().trim().max(LIMITS.textLength, isTooLong(label, LIMITS.textLength)).default('-');
export const ProfileUpdateSchema = z.object({
  Name: personName('name'),
  Surname: personName('surname'),
  PhoneNumber: PhoneSchema.default(''),
  Country: text('country'),
  Address: optionalText('address'),
  Instagram: optionalText('instagram'),
  Linkedin: optionalText('linkedin'),
  Twitter: optionalText('twitter'),
  Facebook: optionalText('facebook'),
  WebSite: optionalText('webSite'),
});

export const SupportMessageSchema = z.object({
  name: personName('name'),
  email: EmailSchema,
  message: z
    .string(isRequired('message'))
    .trim()
    .min(1, isRequired('message'))
    .max(LIMITS.supportMessageLength, isTooLong('message', LIMITS.supportMessageLength)),
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
