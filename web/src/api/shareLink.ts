/** A page opened by a read-only link makes its reading calls with the link's token, whoever is logged in besides. */
let token: string | null = null;

export const getShareToken = (): string | null => token;

export function readByLink(next: string | null): void {
  token = next;
}
