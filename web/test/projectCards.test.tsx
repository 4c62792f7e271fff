import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DemoProjectsPage } from '../src/pages/DemoProjectsPage.tsx';
import { ProjectsPage } from '../src/pages/ProjectsPage.tsx';
import { aWireProject as aProject } from './aProject.ts';
import { byTestId, click, render, type, until } from './render.tsx';
import { fakeServer } from './server.ts';

afterEach(() => vi.unstubAllGlobals());

const card = (id: string) => byTestId<HTMLElement>(`project-card-${id}`);
const linkOf = (id: string) => card(id).querySelector('a[data-testid]')?.getAttribute('href');
const there = (testId: string) => document.querySelector(`[data-testid="${testId}"]`) !== null;
const shows = (text: string) => document.body.textContent.includes(text);

const NO_PICTURE = { modelPng: null, curve: null };

/** Answers the lists with these projects, and every change as the server does. */
function serve(projects: ReturnType<typeof aProject>[]) {
  return fakeServer(({ path, body }) => {
    if (path.includes('picture')) return { body: { result: NO_PICTURE } };
    const { id, name } = (body ?? {}) as { id?: string; name?: string };
    if (path.includes('duplicate'))
      return { body: { result: aProject({ id: 'copy', ...(name && { name }) }) } };
    if (id !== undefined)
      return { body: { result: { ...projects.find((one) => one.id === id), ...(name && { name }) } } };
    return { body: { result: { projects, total: projects.length } } };
  });
}

describe('project cards', () => {
  it('lead to the page of a run, also of one that failed, and to the wizard before it', async () => {
    serve([
      aProject({ id: 'new', frequencyHz: null }),
      aProject({ id: 'meshed', mesher: 'Finished' }),
      aProject({ id: 'unmeshed', mesher: 'Error', mesherDetail: 'The solid has no faces.' }),
      aProject({ id: 'done', mesher: 'Finished', solver: 'Finished', detail: 'Finished' }),
      aProject({ id: 'broken', mesher: 'Finished', solver: 'Error', detail: 'Out of memory.' }),
      aProject({ id: 'mute', frequencyHz: 0 }),
    ]);
    const { unmount } = await render(<ProjectsPage />);
    await until(() => there('project-list'));
    expect(linkOf('new')).toBe('/app/simulation?id=new');
    expect(card('new').textContent).toContain('Start Simulation');
    expect(card('new').textContent).toContain('Frequency not set');
    expect(linkOf('meshed')).toBe('/app/simulation?id=meshed');
    expect(card('meshed').textContent).toContain('Mesher: Finished');
    expect(linkOf('done')).toBe('/projects/detail?id=done');
    for (const id of ['broken', 'mute']) {
      // Its menu works: assistive technology must not be told that it is disabled.
      expect(card(id).getAttribute('aria-disabled')).toBeNull();
      expect(card(id).textContent).toContain('Error in project, please create a new one.');
      expect(card(id).textContent).toContain('Error In Frequency');
    }
    expect(card('broken').textContent).toContain('Out of memory.');
    const linksOf = (id: string) =>
      [...card(id).querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(linksOf('broken')).toEqual([
      '/projects/detail?id=broken',
      '/app/simulation?id=broken&again=1',
      '/projects/detail?id=broken',
    ]);
    expect(linksOf('mute')).toContain('/app/simulation?id=mute');
    // A mesher that failed dims the card as well; the wizard may still be opened.
    expect(linkOf('unmeshed')).toBe('/app/simulation?id=unmeshed');
    expect(card('unmeshed').textContent).toContain('The solid has no faces.');
    for (const id of ['broken', 'mute', 'unmeshed']) expect(card(id).dataset['dimmed']).toBe('true');
    for (const id of ['new', 'meshed', 'done']) expect(card(id).dataset['dimmed']).toBeUndefined();
    await unmount();
  });

  it('show the model and the curve of its run where there is a mesh, once they come into view', async () => {
    const asked: string[] = [];
    const projects = [
      aProject({ id: 'new' }),
      aProject({ id: 'meshed', mesher: 'Finished' }),
      aProject({ id: 'done', mesher: 'Finished', solver: 'Finished', detail: 'Finished' }),
    ];
    fakeServer(({ path }) => {
      const id = /picture\?id=(\w+)/.exec(path)?.[1];
      if (id === undefined) return { body: { result: { projects, total: projects.length } } };
      asked.push(id);
      const curve = { axis: 'phi', dbsm: [-12.34, 3, -20.06] };
      return { body: { result: { modelPng: 'QUJD', curve: id === 'done' ? curve : null } } };
    });
    const seeing: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
    // Without a layout nothing ever comes into view here; the browser's own is in e2e/test/results.test.ts.
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(see: (entries: { isIntersecting: boolean }[]) => void) {
          seeing.push(see);
        }
        observe() {}
        disconnect() {}
      },
    );
    const { unmount } = await render(<ProjectsPage />);
    await until(() => seeing.length === 2);
    act(() => seeing[0]!([{ isIntersecting: false }]));
    // Not before it comes into view.
    expect(asked).toEqual([]);
    act(() => seeing.forEach((see) => see([{ isIntersecting: true }])));
    await until(() => there('project-curve') && document.querySelectorAll('img[src]').length === 2);
    expect(asked.sort()).toEqual(['done', 'meshed']);
    expect(there('project-picture-new')).toBe(false);
    expect(card('meshed').querySelector('img')!.src).toBe('data:image/png;base64,QUJD');
    expect(card('meshed').querySelector('polyline')).toBeNull();
    expect(card('done').textContent).toContain('RCS over φ');
    expect(card('done').textContent).toContain('-20.1 to 3 dBsm');
    // The largest is at the top.
    expect(card('done').querySelector('polyline')!.getAttribute('points')).toMatch(
      /^0,0\.665\S* 0\.5,0 1,1$/,
    );
    await unmount();
  });

  it('of a run that ended before its residual was reached say NOT CONVERGED', async () => {
    const facts = { mesher: 'Finished', solver: 'Finished', detail: 'Finished' };
    serve([
      aProject({ id: 'stopped', ...facts, converged: false }),
      aProject({ id: 'solved', ...facts, converged: true }),
    ]);
    const { unmount } = await render(<ProjectsPage />);
    await until(() => there('project-list'));
    expect(card('stopped').textContent).toContain('NOT CONVERGED');
    expect(card('solved').textContent).not.toContain('NOT CONVERGED');
    await unmount();
  });

  it('rename, duplicate and delete, which asks first', async () => {
    const seen = serve([aProject({ id: 'p', name: 'Sphere' })]);
    const sent = (call: string) => seen.find(({ path }) => path.includes(call))?.body;
    const { unmount } = await render(<ProjectsPage />);
    await until(() => there('project-menu-p'));
    await click('project-menu-p');
    await click('project-rename');
    await type('project-rename-name', ' ');
    await click('project-rename-submit');
    expect(sent('rename')).toBeUndefined();
    await type('project-rename-name', 'Ball');
    await click('project-rename-submit');
    await until(() => sent('rename') !== undefined);
    expect(sent('rename')).toEqual({ id: 'p', name: 'Ball' });
    await until(() => !there('project-rename-name'));

    await click('project-menu-p');
    await click('project-duplicate');
    await until(() => shows('“Sphere (copy)” is in the list'));
    expect(sent('duplicate')).toEqual({ id: 'p', name: 'Sphere (copy)' });

    await click('project-menu-p');
    await click('project-delete');
    expect(shows('“Sphere”, its model and its results will be removed.')).toBe(true);
    expect(sent('delete')).toBeUndefined();
    await click('project-delete-confirm');
    await until(() => shows('“Sphere” is deleted'));
    expect(sent('delete')).toEqual({ id: 'p' });
    await unmount();
  });

  it('create a project of the chosen type with a name of its own', async () => {
    const seen = fakeServer(({ method }) =>
      method === 'POST'
        ? { body: { result: aProject({ id: 'made' }) } }
        : { body: { result: { projects: [], total: 0 } } },
    );
    const { router, unmount } = await render(<ProjectsPage />);
    await until(() => there('project-create-open-empty'));
    await click('project-create-open-empty');
    expect(shows('Coming Soon')).toBe(true);
    await type('project-create-name', 'Ball of PTFE');
    await act(async () =>
      document.querySelector<HTMLInputElement>('[data-testid=project-create-type-3] input')!.click(),
    );
    await click('project-create-submit');
    await until(() => router.state.location.search === '?id=made');
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Ball of PTFE',
      solverType: 3,
      coreType: 1,
    });
    await unmount();
  });
});

describe('demo projects', () => {
  it('open on their page, run or not, and are copied to the wizard; nothing else is offered', async () => {
    const seen = serve([
      aProject({ id: 'ready', name: 'Ready', isDemo: true, mesher: 'Finished' }),
      aProject({ id: 'done', isDemo: true, mesher: 'Finished', solver: 'Finished', detail: 'Finished' }),
    ]);
    const { router, unmount } = await render(<DemoProjectsPage />);
    await until(() => there('project-list'));
    for (const id of ['ready', 'done']) expect(linkOf(id)).toBe(`/projects/detail?id=${id}`);
    expect(there('project-menu-ready')).toBe(false);
    await click('project-copy-ready');
    await until(() => router.state.location.search === '?id=copy');
    expect(router.state.location.pathname).toBe('/app/simulation');
    expect(seen.find(({ path }) => path.includes('duplicate'))?.body).toEqual({ id: 'ready', name: 'Ready' });
    await unmount();
  });
});

it('a project that came with the installation has its name in the language of the reader', async () => {
  const name = 'Ready to run: flat plate';
  serve([aProject({ id: 'demo', name, isDemo: true }), aProject({ id: 'own', name })]);
  const { unmount } = await render(<DemoProjectsPage />, { language: 'tr' });
  await until(() => there('project-list'));
  expect(card('demo').getAttribute('aria-label')).toBe('Çalışmaya hazır: düz levha');
  expect(card('own').getAttribute('aria-label')).toBe(name);
  await unmount();
});
