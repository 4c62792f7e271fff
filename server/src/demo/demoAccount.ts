/** The account of the first start; also printed there and written in the README. PACE_DEMO=0 leaves it out. */
export const DEMO_EMAIL = 'demo@pace-rcs.example';
export const DEMO_PASSWORD = 'pace-demo-2026';
