import type { ProfileUpdateSchema } from '@pace/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Services } from '../services.ts';
import { recordAudit } from '../storage/audit.ts';
import { users, type UserRow } from '../storage/schema.ts';

export async function updateProfile(
  services: Services,
  user: UserRow,
  form: z.output<typeof ProfileUpdateSchema>,
): Promise<UserRow> {
  const [updated = user] = await services.db
    .update(users)
    .set({
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
    })
    .where(eq(users.id, user.id))
    .returning();
  await recordAudit(services.db, { action: 'profile changed', userId: user.id });
  return updated;
}
