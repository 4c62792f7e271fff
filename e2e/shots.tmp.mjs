import { chromium } from 'playwright-core';
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
const DIST='/work/score/web/dist';
const T={'.html':'text/html','.js':'text/javascript','.css':'text/css','.svg':'image/svg+xml','.json':'application/json','.zip':'application/zip','.txt':'text/plain'};
const s=createServer((q,r)=>{const p=join(DIST,new URL(q.url,'http://x').pathname);const f=extname(p)&&existsSync(p)?p:join(DIST,'index.html');r.writeHead(200,{'content-type':T[extname(f)]??'application/octet-stream'});r.end(readFileSync(f));});
await new Promise(r=>s.listen(0,'127.0.0.1',r));
const site=`http://127.0.0.1:${s.address().port}`;
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
const shots=(process.argv[2]??'').split(';').map(x=>x.split(','));
for(const [name,path,width,theme,lang,mode] of shots){
  const c=await b.newContext({viewport:{width:+width,height:900}});
  await c.addInitScript(([t,l])=>{localStorage.setItem('language',l);for(const k of ['theme','theme-mode','themeMode','mode'])localStorage.setItem(k,t);},[theme,lang]);
  const p=await c.newPage(); p.on('pageerror',e=>console.log(name,'ERR',e.message)); p.on('console',m=>m.type()==='error'&&console.log(name,m.text()));
  await p.goto(site+path); await p.locator('[data-testid=benchmarks] h1').first().waitFor({timeout:30000}); await p.waitForTimeout(2500);
  console.log(name, await p.evaluate(()=>[document.documentElement.scrollWidth,innerWidth,document.body.scrollHeight]));
  const [a,z]=(mode??'0-1800').split('-').map(Number); await p.screenshot({path:`/tmp/score/${name}.png`,fullPage:true,clip:{x:0,y:a,width:+width,height:Math.min(z,await p.evaluate(()=>document.documentElement.scrollHeight))-a}});
  await c.close();
}
await b.close(); s.close();
