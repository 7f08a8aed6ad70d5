import { JsonParser } from "@helve/arguments";
import { mutationKinds, mutations } from "@helve/testing/mutations";
for (const kind of ["Python literals","delete one structural character"] as const){ let n=0, shown=0; for (const m of mutations(kind,1)){ if(++n>2000)break; const d=new JsonParser().decode(m.text,m.tool.schema); if(!d.ok && (kind==="Python literals" || d.issues[0]!.code==="text_beside" || d.issues[0]?.code==="tags") && shown++<8) console.log(kind, m.text.slice(0,300), "\n  ", d.issues.map(i=>i.message).join()); } }
