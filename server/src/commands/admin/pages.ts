import { ADMIN_PAGE_SIZE } from '@pace/contract';
import type { Search } from '../../storage/search.ts';

export interface PageRequest {
  search: string;
  page: number;
}

export const searchOf = ({ search, page }: PageRequest): Search => ({
  search,
  limit: ADMIN_PAGE_SIZE,
  offset: page * ADMIN_PAGE_SIZE,
});
