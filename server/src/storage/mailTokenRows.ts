import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import { daysAgo } from './clock.ts';
import type { Database } from './database.ts';
import { tokens, type PendingAccount, type TokenKind } from './schema.ts';

/** Tokens of links that are sent by mail, each by its hash. */

export type NewMailToken = Pick<
  typeof tokens.$inferSelect,
  'hash' | 'kind' | 'userId' | 'pending' | 'expiresAt'
>;

export async function insertMailToken(db: Database, token: NewMailToken): Promise<void> {
  await db.insert(tokens).values(token);
}

/** Uses a token up. @returns undefined if it is unknown, used or expired */
export async function useUpMailToken(
  db: Database,
  kind: TokenKind,
  hash: string,
): Promise<{ userId: string; pending: PendingAccount | null } | undefined> {
  const now = new Date();
  const [row] = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(
      and(eq(tokens.hash, hash), eq(tokens.kind, kind), isNull(tokens.usedAt), gt(tokens.expiresAt, now)),
    )
    .returning({ userId: tokens.userId, pending: tokens.pending });
  return row;
}

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

/** Removes what expired so many days ago. */
export async function forgetMailTokens(db: Database, days: number): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expiresAt, daysAgo(days)));
}
