import type { ProfileUpdateSchema } from '@pace/contract';
import type { z } from 'zod';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import type { UserRow } from '../storage/schema.ts';
import { updateUser } from '../storage/userRows.ts';

export async function updateProfile(
  services: Services,
  user: UserRow,
  form: z.output<typeof ProfileUpdateSchema>,
): Promise<UserRow> {
  const updated = await updateUser(services.db, user.id, {
    name: form.Name,
    surname: form.Surname,
    phoneNumber: form.PhoneNumber,
    country: form.Country,
    address: form.Address,
    instagram: form.Instagram,
    linkedin: form.Linkedin,
    twitter: form.Twitter,
    facebook: form.Facebook,
    webSite: form.WebSite,
  });
  await recordAudit(services.db, { action: 'profile changed', userId: user.id });
  return updated ?? user;
}
