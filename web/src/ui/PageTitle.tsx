export const PRODUCT = 'Pace';

/** The title of the browser tab; React hoists it into the head. */
export function PageTitle({ page }: { page: string }) {
  return <title>{`${page} | ${PRODUCT}`}</title>;
}
