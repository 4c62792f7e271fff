import { Landing } from '../features/landing/Landing.tsx';

export const LandingPage = Landing;
