import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import { tokens, type PendingAccount, type TokenKind } from '../storage/schema.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<TokenKind, number> = { confirm: 24 * HOUR_MS, reset: HOUR_MS, unlock: HOUR_MS };

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a single-use token for a link; only its hash is kept. */
export async function issueMailToken(
  db: Database,
  kind: TokenKind,
  userId: string,
  pending?: PendingAccount,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.insert(tokens).values({
    hash: hashToken(token),
    kind,
    userId,
    pending: pending ?? null,
    expiresAt: new Date(Date.now() + LIFETIME_MS[kind]),
  });
  return token;
}

/** Uses a token up, and with it every other of its kind for that person; undefined if it is unknown, used or expired. */
export async function redeemMailToken(
  db: Database,
  kind: TokenKind,
  token: string,
): Promise<{ userId: string; pending: PendingAccount | null } | undefined> {
  const now = new Date();
  const [row] = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(tokens.hash, hashToken(token)),
        eq(tokens.kind, kind),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .returning({ userId: tokens.userId, pending: tokens.pending });
  if (!row) return undefined;
  await spendMailTokens(db, [kind], row.userId);
  return row;
}

/** Links that a new password makes worthless. */
export const LINKS_OF_A_PASSWORD: readonly TokenKind[] = ['reset', 'unlock'];

/** Makes every open link of these kinds worthless. */
export async function spendMailTokens(
  db: Database,
  kinds: readonly TokenKind[],
  userId: string,
): Promise<void> {
  await db
    .update(tokens)
    .set({ usedAt: new Date() })
    .where(and(eq(tokens.userId, userId), inArray(tokens.kind, [...kinds]), isNull(tokens.usedAt)));
}
