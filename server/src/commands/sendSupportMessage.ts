import type { SupportMessageSchema } from '@pace/contract';
import type { z } from 'zod';
import { originOf } from '../auth/network.ts';
import { supportCopy } from '../mail/messages.ts';
import type { Caller, Services } from '../services.ts';
import type { UserRow } from '../storage/schema.ts';
import { insertSupportMessage } from '../storage/supportMessageRows.ts';

/** Stores a message to support, and mails it on where an address is set. A logged-in person writes from their own address. */
export async function sendSupportMessage(
  services: Services,
  form: z.output<typeof SupportMessageSchema>,
  user: UserRow | undefined,
  caller: Caller,
): Promise<void> {
  await services.throttle.begin(services.limits.mailsFromAddress, originOf(caller.address).address);
  const email = user?.email ?? form.email;
  await insertSupportMessage(services.db, {
    userId: user?.id,
    name: form.name,
    email,
    message: form.message,
  });
  if (services.config.supportEmail)
    await services.mailer.send(services.config.supportEmail, supportCopy(form.name, email, form.message));
}
