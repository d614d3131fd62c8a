"use strict";
module.exports = validate0;
module.exports.default = validate0;
const schema0 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"urn:platform-api-suite:results:1","title":"The result of a run of the Platform API suite","description":"results.json. Fields may be added, never renamed: readers ignore what they do not know.","type":"object","required":["schemaVersion","run","catalog","summary","findings","observations","load"],"properties":{"schemaVersion":{"const":1},"run":{"$ref":"#/$defs/run"},"catalog":{"$ref":"#/$defs/catalog"},"summary":{"$ref":"#/$defs/summary"},"findings":{"type":"array","items":{"$ref":"#/$defs/finding"}},"observations":{"description":"What was learned where the specification is silent, by subject; stable between runs.","type":"object"},"changes":{"$ref":"#/$defs/changes"},"known":{"$ref":"#/$defs/knownTrouble"},"load":{"type":"object","required":["scenarios","limits"],"properties":{"scenarios":{"type":"array","items":{"$ref":"#/$defs/scenario"}},"limits":{"description":"The first is the one met by RATE_LIMIT_OPERATION.","type":"array","items":{"$ref":"#/$defs/limit"}}}}},"$defs":{"count":{"type":"integer","minimum":0},"amount":{"type":"number","minimum":0},"amountOrNull":{"type":["number","null"],"minimum":0},"textOrNull":{"type":["string","null"]},"interval":{"type":["array","null"],"prefixItems":[{"type":"number"},{"type":"number"}],"items":false,"minItems":2},"verdict":{"enum":["pass","violation","undocumented","inconclusive","not-exercised"]},"operation":{"description":"METHOD /path, exactly as listed, casing included; null where a finding is about no single operation.","type":["string","null"],"pattern":"^[A-Z]+ /"},"run":{"type":"object","required":["id","profile","target","baseUrl","policy","seed","startedAt","finishedAt","durationMs","exitCode","outcome","judged","requests","suiteVersion","catalogHash"],"properties":{"id":{"type":"string","minLength":1},"profile":{"enum":["nightly","gate","cutover"]},"target":{"enum":["embedded","development","production"]},"baseUrl":{"type":"string"},"policy":{"enum":["full","safe"]},"seed":{"type":"integer"},"startedAt":{"type":"string","format":"date-time"},"finishedAt":{"type":"string","format":"date-time"},"durationMs":{"$ref":"#/$defs/amount"},"exitCode":{"enum":[0,1,2,130]},"outcome":{"description":"How the exit code came about, in a sentence.","type":"string"},"judged":{"description":"How many of the selected operations had a question decided by a check that may be violated.","type":"object","required":["operations","of"],"properties":{"operations":{"$ref":"#/$defs/count"},"of":{"$ref":"#/$defs/count"}}},"requests":{"$ref":"#/$defs/count"},"suiteVersion":{"type":"string"},"catalogHash":{"type":"string"}}},"catalog":{"type":"object","required":["claimed","listed","extended","unlisted"],"properties":{"claimed":{"$ref":"#/$defs/count"},"listed":{"$ref":"#/$defs/count"},"extended":{"$ref":"#/$defs/count"},"unlisted":{"type":"array","items":{"type":"object","required":["product","count","why"],"properties":{"product":{"$ref":"#/$defs/textOrNull"},"count":{"$ref":"#/$defs/count"},"why":{"type":"string"}}}}}},"summary":{"type":"object","required":["pass","violation","undocumented","inconclusive","not-exercised"],"properties":{"pass":{"$ref":"#/$defs/count"},"violation":{"$ref":"#/$defs/count"},"undocumented":{"$ref":"#/$defs/count"},"inconclusive":{"$ref":"#/$defs/count"},"not-exercised":{"$ref":"#/$defs/count"},"known":{"description":"A part of violation.","$ref":"#/$defs/count"}}},"ids":{"type":"array","items":{"type":"string","pattern":"^[0-9a-f]{12}$"}},"changes":{"description":"What differs from earlier runs on the same target; absent where no history is read.","type":"object","required":["comparedWith","new","fixed","still","unstable"],"properties":{"comparedWith":{"description":"The last run of this profile and target that ended with 0 or 1.","$ref":"#/$defs/textOrNull"},"new":{"$ref":"#/$defs/ids"},"fixed":{"$ref":"#/$defs/ids"},"still":{"$ref":"#/$defs/ids"},"unstable":{"$ref":"#/$defs/ids"}}},"knownTrouble":{"description":"Entries of known-findings.json that need a hand; absent where none is read.","type":"object","required":["stale","expired","unmatched"],"properties":{"stale":{"$ref":"#/$defs/ids"},"expired":{"$ref":"#/$defs/ids"},"unmatched":{"$ref":"#/$defs/ids"}}},"finding":{"type":"object","required":["id","check","clause","operation","product","verdict","cause","message","expected","observed","exchanges","reproduce"],"properties":{"id":{"description":"The same whatever the verdict, every night.","type":"string","pattern":"^[0-9a-f]{12}$"},"check":{"description":"Check id, with the sub-id after a colon.","type":"string","pattern":"^[a-z0-9-]+\\.[a-z0-9-]+(:[\\s\\S]+)?$"},"clause":{"type":"string","pattern":"^§[1-9]"},"operation":{"$ref":"#/$defs/operation"},"product":{"$ref":"#/$defs/textOrNull"},"verdict":{"$ref":"#/$defs/verdict"},"cause":{"type":"string","pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},"message":{"type":"string","minLength":1},"expected":{"$ref":"#/$defs/textOrNull"},"observed":{"$ref":"#/$defs/textOrNull"},"exchanges":{"description":"Ids of exchanges in exchanges.ndjson.","type":"array","items":{"type":"string"}},"reproduce":{"description":"A curl line that asks it again, the key written $API_KEY; null where nothing was asked.","$ref":"#/$defs/textOrNull"},"requestIds":{"description":"Under which its answer is found in the service's own log; absent on a pass, and where the answer says none.","type":"array","items":{"type":"object","required":["name","value"],"properties":{"name":{"description":"The header, or requestId for the member of the body.","type":"string"},"value":{"type":"string"}}}},"known":{"description":"On a violation that known-findings.json covers.","type":"object","required":["reason","owner","until"],"properties":{"reason":{"type":"string"},"owner":{"type":"string"},"until":{"type":"string","format":"date"}}},"since":{"description":"On a violation: the first of its unbroken row of runs.","type":"object","required":["date","run"],"properties":{"date":{"type":"string","format":"date"},"run":{"type":"string"}}}}},"scenario":{"type":"object","required":["name","verdict","why","planned","sent","answered","limited","failed","dropped","processes","latencyMs","products","thresholds","gaveWay","durationMs","k6Version"],"properties":{"name":{"type":"string","minLength":1},"verdict":{"$ref":"#/$defs/verdict"},"why":{"type":"string"},"planned":{"description":"Null where the service decides it.","type":"object","required":["requests","ratePerSecond","durationMs"],"properties":{"requests":{"$ref":"#/$defs/amountOrNull"},"ratePerSecond":{"$ref":"#/$defs/amountOrNull"},"durationMs":{"$ref":"#/$defs/amountOrNull"}}},"sent":{"$ref":"#/$defs/count"},"answered":{"$ref":"#/$defs/count"},"limited":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"dropped":{"$ref":"#/$defs/count"},"processes":{"$ref":"#/$defs/count"},"latencyMs":{"$ref":"#/$defs/latency"},"products":{"type":"object","additionalProperties":{"type":"object","required":["requests","failed","limited","latencyMs"],"properties":{"requests":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"limited":{"$ref":"#/$defs/count"},"latencyMs":{"$ref":"#/$defs/latency"}}}},"thresholds":{"type":"array","items":{"type":"object","required":["product","metric","limit","value","samples","ok"],"properties":{"product":{"type":"string"},"metric":{"enum":["p50","p95","p99","max","failed"]},"limit":{"$ref":"#/$defs/amount"},"value":{"$ref":"#/$defs/amountOrNull"},"samples":{"$ref":"#/$defs/count"},"ok":{"type":"boolean"}}}},"slowed":{"type":"object","required":["fromMs","toMs"],"properties":{"fromMs":{"$ref":"#/$defs/amount"},"toMs":{"$ref":"#/$defs/amount"}}},"gaveWay":{"anyOf":[{"type":"null"},{"type":"object","required":["ratePerSecond","atMs","why"],"properties":{"ratePerSecond":{"$ref":"#/$defs/amount"},"atMs":{"$ref":"#/$defs/amount"},"why":{"type":"string"}}}]},"before":{"type":"object","required":["run","ratePerSecond","latencyMs"],"properties":{"run":{"type":"string"},"ratePerSecond":{"$ref":"#/$defs/amountOrNull"},"latencyMs":{"type":"object"}}},"durationMs":{"$ref":"#/$defs/amount"},"k6Version":{"$ref":"#/$defs/textOrNull"}}},"limit":{"type":"object","required":["scope","operation","algorithm","quota","quotaInterval","windowMs","windowIntervalMs","refillPerSecond","refillInterval","retryAfter","verdict","why","timeline","seen"],"properties":{"scope":{"type":"string"},"operation":{"type":"string","pattern":"^[A-Z]+ /"},"algorithm":{"enum":["fixed-window","sliding-log","sliding-counter","token-bucket","concurrency","none","inconclusive"]},"quota":{"$ref":"#/$defs/amountOrNull"},"quotaInterval":{"$ref":"#/$defs/interval"},"windowMs":{"$ref":"#/$defs/amountOrNull"},"windowIntervalMs":{"$ref":"#/$defs/interval"},"refillPerSecond":{"$ref":"#/$defs/amountOrNull"},"refillInterval":{"$ref":"#/$defs/interval"},"retryAfter":{"type":"object","required":["form","longestMs","trials","recovered"],"properties":{"form":{"$ref":"#/$defs/textOrNull"},"longestMs":{"$ref":"#/$defs/amountOrNull"},"trials":{"$ref":"#/$defs/count"},"recovered":{"$ref":"#/$defs/count"}}},"verdict":{"$ref":"#/$defs/verdict"},"why":{"type":"string"},"timeline":{"description":"Milliseconds from the start of the scenario.","type":"array","items":{"type":"object","required":["at","kind","status"],"properties":{"at":{"type":"number"},"kind":{"enum":["accepted","refused","failed","wait","recovered","still-refused"]},"status":{"type":["integer","null"]},"ms":{"$ref":"#/$defs/amount"}}}},"seen":{"description":"What was seen, in a sentence.","type":"string"}}},"latency":{"description":"Milliseconds; null without any request.","anyOf":[{"type":"null"},{"type":"object","required":["p50","p95","p99","max"],"properties":{"p50":{"$ref":"#/$defs/amount"},"p95":{"$ref":"#/$defs/amount"},"p99":{"$ref":"#/$defs/amount"},"max":{"$ref":"#/$defs/amount"}}}]}}};
const schema1 = {"type":"object","required":["id","profile","target","baseUrl","policy","seed","startedAt","finishedAt","durationMs","exitCode","outcome","judged","requests","suiteVersion","catalogHash"],"properties":{"id":{"type":"string","minLength":1},"profile":{"enum":["nightly","gate","cutover"]},"target":{"enum":["embedded","development","production"]},"baseUrl":{"type":"string"},"policy":{"enum":["full","safe"]},"seed":{"type":"integer"},"startedAt":{"type":"string","format":"date-time"},"finishedAt":{"type":"string","format":"date-time"},"durationMs":{"$ref":"#/$defs/amount"},"exitCode":{"enum":[0,1,2,130]},"outcome":{"description":"How the exit code came about, in a sentence.","type":"string"},"judged":{"description":"How many of the selected operations had a question decided by a check that may be violated.","type":"object","required":["operations","of"],"properties":{"operations":{"$ref":"#/$defs/count"},"of":{"$ref":"#/$defs/count"}}},"requests":{"$ref":"#/$defs/count"},"suiteVersion":{"type":"string"},"catalogHash":{"type":"string"}}};
const schema2 = {"type":"number","minimum":0};
const schema3 = {"type":"integer","minimum":0};
const func0 = require("ajv/dist/runtime/ucs2length").default;
const formats0 = require("ajv-formats/dist/formats").fullFormats["date-time"];

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.profile === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "profile"},message:"must have required property '"+"profile"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.target === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "target"},message:"must have required property '"+"target"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.baseUrl === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "baseUrl"},message:"must have required property '"+"baseUrl"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.policy === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "policy"},message:"must have required property '"+"policy"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.seed === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "seed"},message:"must have required property '"+"seed"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.startedAt === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "startedAt"},message:"must have required property '"+"startedAt"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.finishedAt === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "finishedAt"},message:"must have required property '"+"finishedAt"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.durationMs === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "durationMs"},message:"must have required property '"+"durationMs"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.exitCode === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "exitCode"},message:"must have required property '"+"exitCode"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.outcome === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "outcome"},message:"must have required property '"+"outcome"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.judged === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "judged"},message:"must have required property '"+"judged"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.requests === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "requests"},message:"must have required property '"+"requests"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.suiteVersion === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "suiteVersion"},message:"must have required property '"+"suiteVersion"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.catalogHash === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "catalogHash"},message:"must have required property '"+"catalogHash"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(func0(data0) < 1){
const err15 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.profile !== undefined){
let data1 = data.profile;
if(!(((data1 === "nightly") || (data1 === "gate")) || (data1 === "cutover"))){
const err17 = {instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/enum",keyword:"enum",params:{allowedValues: schema1.properties.profile.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.target !== undefined){
let data2 = data.target;
if(!(((data2 === "embedded") || (data2 === "development")) || (data2 === "production"))){
const err18 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/enum",keyword:"enum",params:{allowedValues: schema1.properties.target.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.baseUrl !== undefined){
if(typeof data.baseUrl !== "string"){
const err19 = {instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.policy !== undefined){
let data4 = data.policy;
if(!((data4 === "full") || (data4 === "safe"))){
const err20 = {instancePath:instancePath+"/policy",schemaPath:"#/properties/policy/enum",keyword:"enum",params:{allowedValues: schema1.properties.policy.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.seed !== undefined){
let data5 = data.seed;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err21 = {instancePath:instancePath+"/seed",schemaPath:"#/properties/seed/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.startedAt !== undefined){
let data6 = data.startedAt;
if(typeof data6 === "string"){
if(!(formats0.validate(data6))){
const err22 = {instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/startedAt",schemaPath:"#/properties/startedAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.finishedAt !== undefined){
let data7 = data.finishedAt;
if(typeof data7 === "string"){
if(!(formats0.validate(data7))){
const err24 = {instancePath:instancePath+"/finishedAt",schemaPath:"#/properties/finishedAt/format",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/finishedAt",schemaPath:"#/properties/finishedAt/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.durationMs !== undefined){
let data8 = data.durationMs;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err26 = {instancePath:instancePath+"/durationMs",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/durationMs",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.exitCode !== undefined){
let data9 = data.exitCode;
if(!((((data9 === 0) || (data9 === 1)) || (data9 === 2)) || (data9 === 130))){
const err28 = {instancePath:instancePath+"/exitCode",schemaPath:"#/properties/exitCode/enum",keyword:"enum",params:{allowedValues: schema1.properties.exitCode.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.outcome !== undefined){
if(typeof data.outcome !== "string"){
const err29 = {instancePath:instancePath+"/outcome",schemaPath:"#/properties/outcome/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.judged !== undefined){
let data11 = data.judged;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.operations === undefined){
const err30 = {instancePath:instancePath+"/judged",schemaPath:"#/properties/judged/required",keyword:"required",params:{missingProperty: "operations"},message:"must have required property '"+"operations"+"'"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data11.of === undefined){
const err31 = {instancePath:instancePath+"/judged",schemaPath:"#/properties/judged/required",keyword:"required",params:{missingProperty: "of"},message:"must have required property '"+"of"+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data11.operations !== undefined){
let data12 = data11.operations;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err32 = {instancePath:instancePath+"/judged/operations",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
const err33 = {instancePath:instancePath+"/judged/operations",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data11.of !== undefined){
let data13 = data11.of;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err34 = {instancePath:instancePath+"/judged/of",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 < 0 || isNaN(data13)){
const err35 = {instancePath:instancePath+"/judged/of",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
}
else {
const err36 = {instancePath:instancePath+"/judged",schemaPath:"#/properties/judged/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.requests !== undefined){
let data14 = data.requests;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err37 = {instancePath:instancePath+"/requests",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 < 0 || isNaN(data14)){
const err38 = {instancePath:instancePath+"/requests",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
if(data.suiteVersion !== undefined){
if(typeof data.suiteVersion !== "string"){
const err39 = {instancePath:instancePath+"/suiteVersion",schemaPath:"#/properties/suiteVersion/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.catalogHash !== undefined){
if(typeof data.catalogHash !== "string"){
const err40 = {instancePath:instancePath+"/catalogHash",schemaPath:"#/properties/catalogHash/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
else {
const err41 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":{"id":true,"profile":true,"target":true,"baseUrl":true,"policy":true,"seed":true,"startedAt":true,"finishedAt":true,"durationMs":true,"exitCode":true,"outcome":true,"judged":true,"requests":true,"suiteVersion":true,"catalogHash":true},"dynamicProps":false,"dynamicItems":false};

const schema6 = {"type":"object","required":["claimed","listed","extended","unlisted"],"properties":{"claimed":{"$ref":"#/$defs/count"},"listed":{"$ref":"#/$defs/count"},"extended":{"$ref":"#/$defs/count"},"unlisted":{"type":"array","items":{"type":"object","required":["product","count","why"],"properties":{"product":{"$ref":"#/$defs/textOrNull"},"count":{"$ref":"#/$defs/count"},"why":{"type":"string"}}}}}};
const schema10 = {"type":["string","null"]};

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate3.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.claimed === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "claimed"},message:"must have required property '"+"claimed"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.listed === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "listed"},message:"must have required property '"+"listed"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.extended === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "extended"},message:"must have required property '"+"extended"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.unlisted === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unlisted"},message:"must have required property '"+"unlisted"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.claimed !== undefined){
let data0 = data.claimed;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/claimed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/claimed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.listed !== undefined){
let data1 = data.listed;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/listed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/listed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.extended !== undefined){
let data2 = data.extended;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err8 = {instancePath:instancePath+"/extended",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/extended",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.unlisted !== undefined){
let data3 = data.unlisted;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.product === undefined){
const err10 = {instancePath:instancePath+"/unlisted/" + i0,schemaPath:"#/properties/unlisted/items/required",keyword:"required",params:{missingProperty: "product"},message:"must have required property '"+"product"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data4.count === undefined){
const err11 = {instancePath:instancePath+"/unlisted/" + i0,schemaPath:"#/properties/unlisted/items/required",keyword:"required",params:{missingProperty: "count"},message:"must have required property '"+"count"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data4.why === undefined){
const err12 = {instancePath:instancePath+"/unlisted/" + i0,schemaPath:"#/properties/unlisted/items/required",keyword:"required",params:{missingProperty: "why"},message:"must have required property '"+"why"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data4.product !== undefined){
let data5 = data4.product;
if((typeof data5 !== "string") && (data5 !== null)){
const err13 = {instancePath:instancePath+"/unlisted/" + i0+"/product",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data4.count !== undefined){
let data6 = data4.count;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err14 = {instancePath:instancePath+"/unlisted/" + i0+"/count",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/unlisted/" + i0+"/count",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data4.why !== undefined){
if(typeof data4.why !== "string"){
const err16 = {instancePath:instancePath+"/unlisted/" + i0+"/why",schemaPath:"#/properties/unlisted/items/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/unlisted/" + i0,schemaPath:"#/properties/unlisted/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/unlisted",schemaPath:"#/properties/unlisted/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
validate3.errors = vErrors;
return errors === 0;
}
validate3.evaluated = {"props":{"claimed":true,"listed":true,"extended":true,"unlisted":true},"dynamicProps":false,"dynamicItems":false};

const schema12 = {"type":"object","required":["pass","violation","undocumented","inconclusive","not-exercised"],"properties":{"pass":{"$ref":"#/$defs/count"},"violation":{"$ref":"#/$defs/count"},"undocumented":{"$ref":"#/$defs/count"},"inconclusive":{"$ref":"#/$defs/count"},"not-exercised":{"$ref":"#/$defs/count"},"known":{"description":"A part of violation.","$ref":"#/$defs/count"}}};

function validate5(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate5.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pass === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "pass"},message:"must have required property '"+"pass"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.violation === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "violation"},message:"must have required property '"+"violation"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.undocumented === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "undocumented"},message:"must have required property '"+"undocumented"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.inconclusive === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "inconclusive"},message:"must have required property '"+"inconclusive"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data["not-exercised"] === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "not-exercised"},message:"must have required property '"+"not-exercised"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.pass !== undefined){
let data0 = data.pass;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err5 = {instancePath:instancePath+"/pass",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/pass",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.violation !== undefined){
let data1 = data.violation;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err7 = {instancePath:instancePath+"/violation",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/violation",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.undocumented !== undefined){
let data2 = data.undocumented;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err9 = {instancePath:instancePath+"/undocumented",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/undocumented",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.inconclusive !== undefined){
let data3 = data.inconclusive;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/inconclusive",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/inconclusive",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data["not-exercised"] !== undefined){
let data4 = data["not-exercised"];
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err13 = {instancePath:instancePath+"/not-exercised",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/not-exercised",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.known !== undefined){
let data5 = data.known;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err15 = {instancePath:instancePath+"/known",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
const err16 = {instancePath:instancePath+"/known",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
}
else {
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate5.errors = vErrors;
return errors === 0;
}
validate5.evaluated = {"props":{"pass":true,"violation":true,"undocumented":true,"inconclusive":true,"not-exercised":true,"known":true},"dynamicProps":false,"dynamicItems":false};

const schema19 = {"type":"object","required":["id","check","clause","operation","product","verdict","cause","message","expected","observed","exchanges","reproduce"],"properties":{"id":{"description":"The same whatever the verdict, every night.","type":"string","pattern":"^[0-9a-f]{12}$"},"check":{"description":"Check id, with the sub-id after a colon.","type":"string","pattern":"^[a-z0-9-]+\\.[a-z0-9-]+(:[\\s\\S]+)?$"},"clause":{"type":"string","pattern":"^§[1-9]"},"operation":{"$ref":"#/$defs/operation"},"product":{"$ref":"#/$defs/textOrNull"},"verdict":{"$ref":"#/$defs/verdict"},"cause":{"type":"string","pattern":"^[a-z0-9]+(-[a-z0-9]+)*$"},"message":{"type":"string","minLength":1},"expected":{"$ref":"#/$defs/textOrNull"},"observed":{"$ref":"#/$defs/textOrNull"},"exchanges":{"description":"Ids of exchanges in exchanges.ndjson.","type":"array","items":{"type":"string"}},"reproduce":{"description":"A curl line that asks it again, the key written $API_KEY; null where nothing was asked.","$ref":"#/$defs/textOrNull"},"requestIds":{"description":"Under which its answer is found in the service's own log; absent on a pass, and where the answer says none.","type":"array","items":{"type":"object","required":["name","value"],"properties":{"name":{"description":"The header, or requestId for the member of the body.","type":"string"},"value":{"type":"string"}}}},"known":{"description":"On a violation that known-findings.json covers.","type":"object","required":["reason","owner","until"],"properties":{"reason":{"type":"string"},"owner":{"type":"string"},"until":{"type":"string","format":"date"}}},"since":{"description":"On a violation: the first of its unbroken row of runs.","type":"object","required":["date","run"],"properties":{"date":{"type":"string","format":"date"},"run":{"type":"string"}}}}};
const schema20 = {"description":"METHOD /path, exactly as listed, casing included; null where a finding is about no single operation.","type":["string","null"],"pattern":"^[A-Z]+ /"};
const schema22 = {"enum":["pass","violation","undocumented","inconclusive","not-exercised"]};
const pattern0 = new RegExp("^[0-9a-f]{12}$", "u");
const pattern1 = new RegExp("^[a-z0-9-]+\\.[a-z0-9-]+(:[\\s\\S]+)?$", "u");
const pattern2 = new RegExp("^§[1-9]", "u");
const pattern3 = new RegExp("^[A-Z]+ /", "u");
const pattern4 = new RegExp("^[a-z0-9]+(-[a-z0-9]+)*$", "u");
const formats4 = require("ajv-formats/dist/formats").fullFormats.date;

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate7.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.check === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "check"},message:"must have required property '"+"check"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.clause === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "clause"},message:"must have required property '"+"clause"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.operation === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operation"},message:"must have required property '"+"operation"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.product === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "product"},message:"must have required property '"+"product"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.verdict === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verdict"},message:"must have required property '"+"verdict"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.cause === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cause"},message:"must have required property '"+"cause"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.message === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.expected === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expected"},message:"must have required property '"+"expected"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.observed === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "observed"},message:"must have required property '"+"observed"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.exchanges === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "exchanges"},message:"must have required property '"+"exchanges"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.reproduce === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reproduce"},message:"must have required property '"+"reproduce"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err12 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.check !== undefined){
let data1 = data.check;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err14 = {instancePath:instancePath+"/check",schemaPath:"#/properties/check/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]+\\.[a-z0-9-]+(:[\\s\\S]+)?$"},message:"must match pattern \""+"^[a-z0-9-]+\\.[a-z0-9-]+(:[\\s\\S]+)?$"+"\""};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/check",schemaPath:"#/properties/check/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.clause !== undefined){
let data2 = data.clause;
if(typeof data2 === "string"){
if(!pattern2.test(data2)){
const err16 = {instancePath:instancePath+"/clause",schemaPath:"#/properties/clause/pattern",keyword:"pattern",params:{pattern: "^§[1-9]"},message:"must match pattern \""+"^§[1-9]"+"\""};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/clause",schemaPath:"#/properties/clause/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.operation !== undefined){
let data3 = data.operation;
if((typeof data3 !== "string") && (data3 !== null)){
const err18 = {instancePath:instancePath+"/operation",schemaPath:"#/$defs/operation/type",keyword:"type",params:{type: schema20.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(typeof data3 === "string"){
if(!pattern3.test(data3)){
const err19 = {instancePath:instancePath+"/operation",schemaPath:"#/$defs/operation/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+ /"},message:"must match pattern \""+"^[A-Z]+ /"+"\""};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.product !== undefined){
let data4 = data.product;
if((typeof data4 !== "string") && (data4 !== null)){
const err20 = {instancePath:instancePath+"/product",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.verdict !== undefined){
let data5 = data.verdict;
if(!(((((data5 === "pass") || (data5 === "violation")) || (data5 === "undocumented")) || (data5 === "inconclusive")) || (data5 === "not-exercised"))){
const err21 = {instancePath:instancePath+"/verdict",schemaPath:"#/$defs/verdict/enum",keyword:"enum",params:{allowedValues: schema22.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.cause !== undefined){
let data6 = data.cause;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err22 = {instancePath:instancePath+"/cause",schemaPath:"#/properties/cause/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]+(-[a-z0-9]+)*$"},message:"must match pattern \""+"^[a-z0-9]+(-[a-z0-9]+)*$"+"\""};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/cause",schemaPath:"#/properties/cause/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.message !== undefined){
let data7 = data.message;
if(typeof data7 === "string"){
if(func0(data7) < 1){
const err24 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.expected !== undefined){
let data8 = data.expected;
if((typeof data8 !== "string") && (data8 !== null)){
const err26 = {instancePath:instancePath+"/expected",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.observed !== undefined){
let data9 = data.observed;
if((typeof data9 !== "string") && (data9 !== null)){
const err27 = {instancePath:instancePath+"/observed",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.exchanges !== undefined){
let data10 = data.exchanges;
if(Array.isArray(data10)){
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
if(typeof data10[i0] !== "string"){
const err28 = {instancePath:instancePath+"/exchanges/" + i0,schemaPath:"#/properties/exchanges/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/exchanges",schemaPath:"#/properties/exchanges/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.reproduce !== undefined){
let data12 = data.reproduce;
if((typeof data12 !== "string") && (data12 !== null)){
const err30 = {instancePath:instancePath+"/reproduce",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.requestIds !== undefined){
let data13 = data.requestIds;
if(Array.isArray(data13)){
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
let data14 = data13[i1];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.name === undefined){
const err31 = {instancePath:instancePath+"/requestIds/" + i1,schemaPath:"#/properties/requestIds/items/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data14.value === undefined){
const err32 = {instancePath:instancePath+"/requestIds/" + i1,schemaPath:"#/properties/requestIds/items/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data14.name !== undefined){
if(typeof data14.name !== "string"){
const err33 = {instancePath:instancePath+"/requestIds/" + i1+"/name",schemaPath:"#/properties/requestIds/items/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.value !== undefined){
if(typeof data14.value !== "string"){
const err34 = {instancePath:instancePath+"/requestIds/" + i1+"/value",schemaPath:"#/properties/requestIds/items/properties/value/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/requestIds/" + i1,schemaPath:"#/properties/requestIds/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/requestIds",schemaPath:"#/properties/requestIds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.known !== undefined){
let data17 = data.known;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(data17.reason === undefined){
const err37 = {instancePath:instancePath+"/known",schemaPath:"#/properties/known/required",keyword:"required",params:{missingProperty: "reason"},message:"must have required property '"+"reason"+"'"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data17.owner === undefined){
const err38 = {instancePath:instancePath+"/known",schemaPath:"#/properties/known/required",keyword:"required",params:{missingProperty: "owner"},message:"must have required property '"+"owner"+"'"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data17.until === undefined){
const err39 = {instancePath:instancePath+"/known",schemaPath:"#/properties/known/required",keyword:"required",params:{missingProperty: "until"},message:"must have required property '"+"until"+"'"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data17.reason !== undefined){
if(typeof data17.reason !== "string"){
const err40 = {instancePath:instancePath+"/known/reason",schemaPath:"#/properties/known/properties/reason/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data17.owner !== undefined){
if(typeof data17.owner !== "string"){
const err41 = {instancePath:instancePath+"/known/owner",schemaPath:"#/properties/known/properties/owner/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data17.until !== undefined){
let data20 = data17.until;
if(typeof data20 === "string"){
if(!(formats4.validate(data20))){
const err42 = {instancePath:instancePath+"/known/until",schemaPath:"#/properties/known/properties/until/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\""};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/known/until",schemaPath:"#/properties/known/properties/until/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/known",schemaPath:"#/properties/known/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.since !== undefined){
let data21 = data.since;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.date === undefined){
const err45 = {instancePath:instancePath+"/since",schemaPath:"#/properties/since/required",keyword:"required",params:{missingProperty: "date"},message:"must have required property '"+"date"+"'"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data21.run === undefined){
const err46 = {instancePath:instancePath+"/since",schemaPath:"#/properties/since/required",keyword:"required",params:{missingProperty: "run"},message:"must have required property '"+"run"+"'"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data21.date !== undefined){
let data22 = data21.date;
if(typeof data22 === "string"){
if(!(formats4.validate(data22))){
const err47 = {instancePath:instancePath+"/since/date",schemaPath:"#/properties/since/properties/date/format",keyword:"format",params:{format: "date"},message:"must match format \""+"date"+"\""};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/since/date",schemaPath:"#/properties/since/properties/date/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data21.run !== undefined){
if(typeof data21.run !== "string"){
const err49 = {instancePath:instancePath+"/since/run",schemaPath:"#/properties/since/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/since",schemaPath:"#/properties/since/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"props":{"id":true,"check":true,"clause":true,"operation":true,"product":true,"verdict":true,"cause":true,"message":true,"expected":true,"observed":true,"exchanges":true,"reproduce":true,"requestIds":true,"known":true,"since":true},"dynamicProps":false,"dynamicItems":false};

const schema26 = {"description":"What differs from earlier runs on the same target; absent where no history is read.","type":"object","required":["comparedWith","new","fixed","still","unstable"],"properties":{"comparedWith":{"description":"The last run of this profile and target that ended with 0 or 1.","$ref":"#/$defs/textOrNull"},"new":{"$ref":"#/$defs/ids"},"fixed":{"$ref":"#/$defs/ids"},"still":{"$ref":"#/$defs/ids"},"unstable":{"$ref":"#/$defs/ids"}}};
const schema28 = {"type":"array","items":{"type":"string","pattern":"^[0-9a-f]{12}$"}};

function validate9(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate9.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.comparedWith === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "comparedWith"},message:"must have required property '"+"comparedWith"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.new === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "new"},message:"must have required property '"+"new"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.fixed === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "fixed"},message:"must have required property '"+"fixed"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.still === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "still"},message:"must have required property '"+"still"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.unstable === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unstable"},message:"must have required property '"+"unstable"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.comparedWith !== undefined){
let data0 = data.comparedWith;
if((typeof data0 !== "string") && (data0 !== null)){
const err5 = {instancePath:instancePath+"/comparedWith",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.new !== undefined){
let data1 = data.new;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err6 = {instancePath:instancePath+"/new/" + i0,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/new/" + i0,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/new",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.fixed !== undefined){
let data3 = data.fixed;
if(Array.isArray(data3)){
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err9 = {instancePath:instancePath+"/fixed/" + i1,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/fixed/" + i1,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/fixed",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.still !== undefined){
let data5 = data.still;
if(Array.isArray(data5)){
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
if(typeof data6 === "string"){
if(!pattern0.test(data6)){
const err12 = {instancePath:instancePath+"/still/" + i2,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/still/" + i2,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/still",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.unstable !== undefined){
let data7 = data.unstable;
if(Array.isArray(data7)){
const len3 = data7.length;
for(let i3=0; i3<len3; i3++){
let data8 = data7[i3];
if(typeof data8 === "string"){
if(!pattern0.test(data8)){
const err15 = {instancePath:instancePath+"/unstable/" + i3,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/unstable/" + i3,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/unstable",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate9.errors = vErrors;
return errors === 0;
}
validate9.evaluated = {"props":{"comparedWith":true,"new":true,"fixed":true,"still":true,"unstable":true},"dynamicProps":false,"dynamicItems":false};

const schema32 = {"description":"Entries of known-findings.json that need a hand; absent where none is read.","type":"object","required":["stale","expired","unmatched"],"properties":{"stale":{"$ref":"#/$defs/ids"},"expired":{"$ref":"#/$defs/ids"},"unmatched":{"$ref":"#/$defs/ids"}}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate11.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.stale === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stale"},message:"must have required property '"+"stale"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.expired === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "expired"},message:"must have required property '"+"expired"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.unmatched === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "unmatched"},message:"must have required property '"+"unmatched"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.stale !== undefined){
let data0 = data.stale;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/stale/" + i0,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/stale/" + i0,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/stale",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.expired !== undefined){
let data2 = data.expired;
if(Array.isArray(data2)){
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err6 = {instancePath:instancePath+"/expired/" + i1,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/expired/" + i1,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/expired",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.unmatched !== undefined){
let data4 = data.unmatched;
if(Array.isArray(data4)){
const len2 = data4.length;
for(let i2=0; i2<len2; i2++){
let data5 = data4[i2];
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
const err9 = {instancePath:instancePath+"/unmatched/" + i2,schemaPath:"#/$defs/ids/items/pattern",keyword:"pattern",params:{pattern: "^[0-9a-f]{12}$"},message:"must match pattern \""+"^[0-9a-f]{12}$"+"\""};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/unmatched/" + i2,schemaPath:"#/$defs/ids/items/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/unmatched",schemaPath:"#/$defs/ids/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}
validate11.evaluated = {"props":{"stale":true,"expired":true,"unmatched":true},"dynamicProps":false,"dynamicItems":false};

const schema36 = {"type":"object","required":["name","verdict","why","planned","sent","answered","limited","failed","dropped","processes","latencyMs","products","thresholds","gaveWay","durationMs","k6Version"],"properties":{"name":{"type":"string","minLength":1},"verdict":{"$ref":"#/$defs/verdict"},"why":{"type":"string"},"planned":{"description":"Null where the service decides it.","type":"object","required":["requests","ratePerSecond","durationMs"],"properties":{"requests":{"$ref":"#/$defs/amountOrNull"},"ratePerSecond":{"$ref":"#/$defs/amountOrNull"},"durationMs":{"$ref":"#/$defs/amountOrNull"}}},"sent":{"$ref":"#/$defs/count"},"answered":{"$ref":"#/$defs/count"},"limited":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"dropped":{"$ref":"#/$defs/count"},"processes":{"$ref":"#/$defs/count"},"latencyMs":{"$ref":"#/$defs/latency"},"products":{"type":"object","additionalProperties":{"type":"object","required":["requests","failed","limited","latencyMs"],"properties":{"requests":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"limited":{"$ref":"#/$defs/count"},"latencyMs":{"$ref":"#/$defs/latency"}}}},"thresholds":{"type":"array","items":{"type":"object","required":["product","metric","limit","value","samples","ok"],"properties":{"product":{"type":"string"},"metric":{"enum":["p50","p95","p99","max","failed"]},"limit":{"$ref":"#/$defs/amount"},"value":{"$ref":"#/$defs/amountOrNull"},"samples":{"$ref":"#/$defs/count"},"ok":{"type":"boolean"}}}},"slowed":{"type":"object","required":["fromMs","toMs"],"properties":{"fromMs":{"$ref":"#/$defs/amount"},"toMs":{"$ref":"#/$defs/amount"}}},"gaveWay":{"anyOf":[{"type":"null"},{"type":"object","required":["ratePerSecond","atMs","why"],"properties":{"ratePerSecond":{"$ref":"#/$defs/amount"},"atMs":{"$ref":"#/$defs/amount"},"why":{"type":"string"}}}]},"before":{"type":"object","required":["run","ratePerSecond","latencyMs"],"properties":{"run":{"type":"string"},"ratePerSecond":{"$ref":"#/$defs/amountOrNull"},"latencyMs":{"type":"object"}}},"durationMs":{"$ref":"#/$defs/amount"},"k6Version":{"$ref":"#/$defs/textOrNull"}}};
const schema38 = {"type":["number","null"],"minimum":0};
const schema47 = {"description":"Milliseconds; null without any request.","anyOf":[{"type":"null"},{"type":"object","required":["p50","p95","p99","max"],"properties":{"p50":{"$ref":"#/$defs/amount"},"p95":{"$ref":"#/$defs/amount"},"p99":{"$ref":"#/$defs/amount"},"max":{"$ref":"#/$defs/amount"}}}]};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate14.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(data !== null){
const err0 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.p50 === undefined){
const err1 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "p50"},message:"must have required property '"+"p50"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.p95 === undefined){
const err2 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "p95"},message:"must have required property '"+"p95"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.p99 === undefined){
const err3 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "p99"},message:"must have required property '"+"p99"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.max === undefined){
const err4 = {instancePath,schemaPath:"#/anyOf/1/required",keyword:"required",params:{missingProperty: "max"},message:"must have required property '"+"max"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.p50 !== undefined){
let data0 = data.p50;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/p50",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/p50",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.p95 !== undefined){
let data1 = data.p95;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/p95",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/p95",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.p99 !== undefined){
let data2 = data.p99;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/p99",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/p99",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.max !== undefined){
let data3 = data.max;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/max",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/max",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(_valid0){
var props0 = {};
props0.p50 = true;
props0.p95 = true;
props0.p99 = true;
props0.max = true;
}
if(!valid0){
const err14 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate14.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate14.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate13.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.verdict === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verdict"},message:"must have required property '"+"verdict"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.why === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "why"},message:"must have required property '"+"why"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.planned === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "planned"},message:"must have required property '"+"planned"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.sent === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "sent"},message:"must have required property '"+"sent"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.answered === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answered"},message:"must have required property '"+"answered"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.limited === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "limited"},message:"must have required property '"+"limited"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.failed === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "failed"},message:"must have required property '"+"failed"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.dropped === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "dropped"},message:"must have required property '"+"dropped"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.processes === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "processes"},message:"must have required property '"+"processes"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.latencyMs === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "latencyMs"},message:"must have required property '"+"latencyMs"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.products === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "products"},message:"must have required property '"+"products"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.thresholds === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "thresholds"},message:"must have required property '"+"thresholds"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.gaveWay === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "gaveWay"},message:"must have required property '"+"gaveWay"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.durationMs === undefined){
const err14 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "durationMs"},message:"must have required property '"+"durationMs"+"'"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data.k6Version === undefined){
const err15 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "k6Version"},message:"must have required property '"+"k6Version"+"'"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(func0(data0) < 1){
const err16 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.verdict !== undefined){
let data1 = data.verdict;
if(!(((((data1 === "pass") || (data1 === "violation")) || (data1 === "undocumented")) || (data1 === "inconclusive")) || (data1 === "not-exercised"))){
const err18 = {instancePath:instancePath+"/verdict",schemaPath:"#/$defs/verdict/enum",keyword:"enum",params:{allowedValues: schema22.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.why !== undefined){
if(typeof data.why !== "string"){
const err19 = {instancePath:instancePath+"/why",schemaPath:"#/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.planned !== undefined){
let data3 = data.planned;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.requests === undefined){
const err20 = {instancePath:instancePath+"/planned",schemaPath:"#/properties/planned/required",keyword:"required",params:{missingProperty: "requests"},message:"must have required property '"+"requests"+"'"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data3.ratePerSecond === undefined){
const err21 = {instancePath:instancePath+"/planned",schemaPath:"#/properties/planned/required",keyword:"required",params:{missingProperty: "ratePerSecond"},message:"must have required property '"+"ratePerSecond"+"'"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data3.durationMs === undefined){
const err22 = {instancePath:instancePath+"/planned",schemaPath:"#/properties/planned/required",keyword:"required",params:{missingProperty: "durationMs"},message:"must have required property '"+"durationMs"+"'"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data3.requests !== undefined){
let data4 = data3.requests;
if((!((typeof data4 == "number") && (isFinite(data4)))) && (data4 !== null)){
const err23 = {instancePath:instancePath+"/planned/requests",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
const err24 = {instancePath:instancePath+"/planned/requests",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data3.ratePerSecond !== undefined){
let data5 = data3.ratePerSecond;
if((!((typeof data5 == "number") && (isFinite(data5)))) && (data5 !== null)){
const err25 = {instancePath:instancePath+"/planned/ratePerSecond",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
const err26 = {instancePath:instancePath+"/planned/ratePerSecond",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data3.durationMs !== undefined){
let data6 = data3.durationMs;
if((!((typeof data6 == "number") && (isFinite(data6)))) && (data6 !== null)){
const err27 = {instancePath:instancePath+"/planned/durationMs",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err28 = {instancePath:instancePath+"/planned/durationMs",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
}
else {
const err29 = {instancePath:instancePath+"/planned",schemaPath:"#/properties/planned/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.sent !== undefined){
let data7 = data.sent;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err30 = {instancePath:instancePath+"/sent",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err31 = {instancePath:instancePath+"/sent",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data.answered !== undefined){
let data8 = data.answered;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err32 = {instancePath:instancePath+"/answered",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
const err33 = {instancePath:instancePath+"/answered",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data.limited !== undefined){
let data9 = data.limited;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err34 = {instancePath:instancePath+"/limited",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
const err35 = {instancePath:instancePath+"/limited",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
if(data.failed !== undefined){
let data10 = data.failed;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err36 = {instancePath:instancePath+"/failed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 < 0 || isNaN(data10)){
const err37 = {instancePath:instancePath+"/failed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
if(data.dropped !== undefined){
let data11 = data.dropped;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err38 = {instancePath:instancePath+"/dropped",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err39 = {instancePath:instancePath+"/dropped",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
if(data.processes !== undefined){
let data12 = data.processes;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err40 = {instancePath:instancePath+"/processes",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
const err41 = {instancePath:instancePath+"/processes",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
if(data.latencyMs !== undefined){
if(!(validate14(data.latencyMs, {instancePath:instancePath+"/latencyMs",parentData:data,parentDataProperty:"latencyMs",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
if(data.products !== undefined){
let data14 = data.products;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key0 in data14){
let data15 = data14[key0];
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.requests === undefined){
const err42 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/products/additionalProperties/required",keyword:"required",params:{missingProperty: "requests"},message:"must have required property '"+"requests"+"'"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data15.failed === undefined){
const err43 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/products/additionalProperties/required",keyword:"required",params:{missingProperty: "failed"},message:"must have required property '"+"failed"+"'"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data15.limited === undefined){
const err44 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/products/additionalProperties/required",keyword:"required",params:{missingProperty: "limited"},message:"must have required property '"+"limited"+"'"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data15.latencyMs === undefined){
const err45 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/products/additionalProperties/required",keyword:"required",params:{missingProperty: "latencyMs"},message:"must have required property '"+"latencyMs"+"'"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data15.requests !== undefined){
let data16 = data15.requests;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err46 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/requests",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
const err47 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/requests",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
if(data15.failed !== undefined){
let data17 = data15.failed;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err48 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/failed",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
const err49 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/failed",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
if(data15.limited !== undefined){
let data18 = data15.limited;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err50 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/limited",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
const err51 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/limited",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data15.latencyMs !== undefined){
if(!(validate14(data15.latencyMs, {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/latencyMs",parentData:data15,parentDataProperty:"latencyMs",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
}
else {
const err52 = {instancePath:instancePath+"/products/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/products/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/products",schemaPath:"#/properties/products/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.thresholds !== undefined){
let data20 = data.thresholds;
if(Array.isArray(data20)){
const len0 = data20.length;
for(let i0=0; i0<len0; i0++){
let data21 = data20[i0];
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.product === undefined){
const err54 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "product"},message:"must have required property '"+"product"+"'"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data21.metric === undefined){
const err55 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "metric"},message:"must have required property '"+"metric"+"'"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data21.limit === undefined){
const err56 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "limit"},message:"must have required property '"+"limit"+"'"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data21.value === undefined){
const err57 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "value"},message:"must have required property '"+"value"+"'"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data21.samples === undefined){
const err58 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "samples"},message:"must have required property '"+"samples"+"'"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data21.ok === undefined){
const err59 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/required",keyword:"required",params:{missingProperty: "ok"},message:"must have required property '"+"ok"+"'"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data21.product !== undefined){
if(typeof data21.product !== "string"){
const err60 = {instancePath:instancePath+"/thresholds/" + i0+"/product",schemaPath:"#/properties/thresholds/items/properties/product/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data21.metric !== undefined){
let data23 = data21.metric;
if(!(((((data23 === "p50") || (data23 === "p95")) || (data23 === "p99")) || (data23 === "max")) || (data23 === "failed"))){
const err61 = {instancePath:instancePath+"/thresholds/" + i0+"/metric",schemaPath:"#/properties/thresholds/items/properties/metric/enum",keyword:"enum",params:{allowedValues: schema36.properties.thresholds.items.properties.metric.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data21.limit !== undefined){
let data24 = data21.limit;
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 0 || isNaN(data24)){
const err62 = {instancePath:instancePath+"/thresholds/" + i0+"/limit",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
else {
const err63 = {instancePath:instancePath+"/thresholds/" + i0+"/limit",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data21.value !== undefined){
let data25 = data21.value;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
const err64 = {instancePath:instancePath+"/thresholds/" + i0+"/value",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 0 || isNaN(data25)){
const err65 = {instancePath:instancePath+"/thresholds/" + i0+"/value",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
if(data21.samples !== undefined){
let data26 = data21.samples;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err66 = {instancePath:instancePath+"/thresholds/" + i0+"/samples",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 0 || isNaN(data26)){
const err67 = {instancePath:instancePath+"/thresholds/" + i0+"/samples",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
if(data21.ok !== undefined){
if(typeof data21.ok !== "boolean"){
const err68 = {instancePath:instancePath+"/thresholds/" + i0+"/ok",schemaPath:"#/properties/thresholds/items/properties/ok/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/thresholds/" + i0,schemaPath:"#/properties/thresholds/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
else {
const err70 = {instancePath:instancePath+"/thresholds",schemaPath:"#/properties/thresholds/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data.slowed !== undefined){
let data28 = data.slowed;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if(data28.fromMs === undefined){
const err71 = {instancePath:instancePath+"/slowed",schemaPath:"#/properties/slowed/required",keyword:"required",params:{missingProperty: "fromMs"},message:"must have required property '"+"fromMs"+"'"};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(data28.toMs === undefined){
const err72 = {instancePath:instancePath+"/slowed",schemaPath:"#/properties/slowed/required",keyword:"required",params:{missingProperty: "toMs"},message:"must have required property '"+"toMs"+"'"};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(data28.fromMs !== undefined){
let data29 = data28.fromMs;
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 < 0 || isNaN(data29)){
const err73 = {instancePath:instancePath+"/slowed/fromMs",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/slowed/fromMs",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data28.toMs !== undefined){
let data30 = data28.toMs;
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 0 || isNaN(data30)){
const err75 = {instancePath:instancePath+"/slowed/toMs",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
else {
const err76 = {instancePath:instancePath+"/slowed/toMs",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
else {
const err77 = {instancePath:instancePath+"/slowed",schemaPath:"#/properties/slowed/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data.gaveWay !== undefined){
let data31 = data.gaveWay;
const _errs79 = errors;
let valid26 = false;
const _errs80 = errors;
if(data31 !== null){
const err78 = {instancePath:instancePath+"/gaveWay",schemaPath:"#/properties/gaveWay/anyOf/0/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
var _valid0 = _errs80 === errors;
valid26 = valid26 || _valid0;
const _errs82 = errors;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(data31.ratePerSecond === undefined){
const err79 = {instancePath:instancePath+"/gaveWay",schemaPath:"#/properties/gaveWay/anyOf/1/required",keyword:"required",params:{missingProperty: "ratePerSecond"},message:"must have required property '"+"ratePerSecond"+"'"};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data31.atMs === undefined){
const err80 = {instancePath:instancePath+"/gaveWay",schemaPath:"#/properties/gaveWay/anyOf/1/required",keyword:"required",params:{missingProperty: "atMs"},message:"must have required property '"+"atMs"+"'"};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data31.why === undefined){
const err81 = {instancePath:instancePath+"/gaveWay",schemaPath:"#/properties/gaveWay/anyOf/1/required",keyword:"required",params:{missingProperty: "why"},message:"must have required property '"+"why"+"'"};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(data31.ratePerSecond !== undefined){
let data32 = data31.ratePerSecond;
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 < 0 || isNaN(data32)){
const err82 = {instancePath:instancePath+"/gaveWay/ratePerSecond",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
else {
const err83 = {instancePath:instancePath+"/gaveWay/ratePerSecond",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data31.atMs !== undefined){
let data33 = data31.atMs;
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 < 0 || isNaN(data33)){
const err84 = {instancePath:instancePath+"/gaveWay/atMs",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
else {
const err85 = {instancePath:instancePath+"/gaveWay/atMs",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data31.why !== undefined){
if(typeof data31.why !== "string"){
const err86 = {instancePath:instancePath+"/gaveWay/why",schemaPath:"#/properties/gaveWay/anyOf/1/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
else {
const err87 = {instancePath:instancePath+"/gaveWay",schemaPath:"#/properties/gaveWay/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
var _valid0 = _errs82 === errors;
valid26 = valid26 || _valid0;
if(_valid0){
var props2 = {};
props2.ratePerSecond = true;
props2.atMs = true;
props2.why = true;
}
if(!valid26){
const err88 = {instancePath:instancePath+"/gaveWay",schemaPath:"#/properties/gaveWay/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
else {
errors = _errs79;
if(vErrors !== null){
if(_errs79){
vErrors.length = _errs79;
}
else {
vErrors = null;
}
}
}
}
if(data.before !== undefined){
let data35 = data.before;
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
if(data35.run === undefined){
const err89 = {instancePath:instancePath+"/before",schemaPath:"#/properties/before/required",keyword:"required",params:{missingProperty: "run"},message:"must have required property '"+"run"+"'"};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data35.ratePerSecond === undefined){
const err90 = {instancePath:instancePath+"/before",schemaPath:"#/properties/before/required",keyword:"required",params:{missingProperty: "ratePerSecond"},message:"must have required property '"+"ratePerSecond"+"'"};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data35.latencyMs === undefined){
const err91 = {instancePath:instancePath+"/before",schemaPath:"#/properties/before/required",keyword:"required",params:{missingProperty: "latencyMs"},message:"must have required property '"+"latencyMs"+"'"};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(data35.run !== undefined){
if(typeof data35.run !== "string"){
const err92 = {instancePath:instancePath+"/before/run",schemaPath:"#/properties/before/properties/run/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data35.ratePerSecond !== undefined){
let data37 = data35.ratePerSecond;
if((!((typeof data37 == "number") && (isFinite(data37)))) && (data37 !== null)){
const err93 = {instancePath:instancePath+"/before/ratePerSecond",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 < 0 || isNaN(data37)){
const err94 = {instancePath:instancePath+"/before/ratePerSecond",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
if(data35.latencyMs !== undefined){
let data38 = data35.latencyMs;
if(!(data38 && typeof data38 == "object" && !Array.isArray(data38))){
const err95 = {instancePath:instancePath+"/before/latencyMs",schemaPath:"#/properties/before/properties/latencyMs/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
}
else {
const err96 = {instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data.durationMs !== undefined){
let data39 = data.durationMs;
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 < 0 || isNaN(data39)){
const err97 = {instancePath:instancePath+"/durationMs",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
else {
const err98 = {instancePath:instancePath+"/durationMs",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data.k6Version !== undefined){
let data40 = data.k6Version;
if((typeof data40 !== "string") && (data40 !== null)){
const err99 = {instancePath:instancePath+"/k6Version",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
}
else {
const err100 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}
validate13.evaluated = {"props":{"name":true,"verdict":true,"why":true,"planned":true,"sent":true,"answered":true,"limited":true,"failed":true,"dropped":true,"processes":true,"latencyMs":true,"products":true,"thresholds":true,"slowed":true,"gaveWay":true,"before":true,"durationMs":true,"k6Version":true},"dynamicProps":false,"dynamicItems":false};

const schema65 = {"type":"object","required":["scope","operation","algorithm","quota","quotaInterval","windowMs","windowIntervalMs","refillPerSecond","refillInterval","retryAfter","verdict","why","timeline","seen"],"properties":{"scope":{"type":"string"},"operation":{"type":"string","pattern":"^[A-Z]+ /"},"algorithm":{"enum":["fixed-window","sliding-log","sliding-counter","token-bucket","concurrency","none","inconclusive"]},"quota":{"$ref":"#/$defs/amountOrNull"},"quotaInterval":{"$ref":"#/$defs/interval"},"windowMs":{"$ref":"#/$defs/amountOrNull"},"windowIntervalMs":{"$ref":"#/$defs/interval"},"refillPerSecond":{"$ref":"#/$defs/amountOrNull"},"refillInterval":{"$ref":"#/$defs/interval"},"retryAfter":{"type":"object","required":["form","longestMs","trials","recovered"],"properties":{"form":{"$ref":"#/$defs/textOrNull"},"longestMs":{"$ref":"#/$defs/amountOrNull"},"trials":{"$ref":"#/$defs/count"},"recovered":{"$ref":"#/$defs/count"}}},"verdict":{"$ref":"#/$defs/verdict"},"why":{"type":"string"},"timeline":{"description":"Milliseconds from the start of the scenario.","type":"array","items":{"type":"object","required":["at","kind","status"],"properties":{"at":{"type":"number"},"kind":{"enum":["accepted","refused","failed","wait","recovered","still-refused"]},"status":{"type":["integer","null"]},"ms":{"$ref":"#/$defs/amount"}}}},"seen":{"description":"What was seen, in a sentence.","type":"string"}}};
const schema67 = {"type":["array","null"],"prefixItems":[{"type":"number"},{"type":"number"}],"items":false,"minItems":2};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate18.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.scope === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "scope"},message:"must have required property '"+"scope"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.operation === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "operation"},message:"must have required property '"+"operation"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.algorithm === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "algorithm"},message:"must have required property '"+"algorithm"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.quota === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quota"},message:"must have required property '"+"quota"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.quotaInterval === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "quotaInterval"},message:"must have required property '"+"quotaInterval"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.windowMs === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "windowMs"},message:"must have required property '"+"windowMs"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.windowIntervalMs === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "windowIntervalMs"},message:"must have required property '"+"windowIntervalMs"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.refillPerSecond === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "refillPerSecond"},message:"must have required property '"+"refillPerSecond"+"'"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.refillInterval === undefined){
const err8 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "refillInterval"},message:"must have required property '"+"refillInterval"+"'"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data.retryAfter === undefined){
const err9 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "retryAfter"},message:"must have required property '"+"retryAfter"+"'"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data.verdict === undefined){
const err10 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "verdict"},message:"must have required property '"+"verdict"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data.why === undefined){
const err11 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "why"},message:"must have required property '"+"why"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data.timeline === undefined){
const err12 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "timeline"},message:"must have required property '"+"timeline"+"'"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data.seen === undefined){
const err13 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "seen"},message:"must have required property '"+"seen"+"'"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data.scope !== undefined){
if(typeof data.scope !== "string"){
const err14 = {instancePath:instancePath+"/scope",schemaPath:"#/properties/scope/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.operation !== undefined){
let data1 = data.operation;
if(typeof data1 === "string"){
if(!pattern3.test(data1)){
const err15 = {instancePath:instancePath+"/operation",schemaPath:"#/properties/operation/pattern",keyword:"pattern",params:{pattern: "^[A-Z]+ /"},message:"must match pattern \""+"^[A-Z]+ /"+"\""};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/operation",schemaPath:"#/properties/operation/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.algorithm !== undefined){
let data2 = data.algorithm;
if(!(((((((data2 === "fixed-window") || (data2 === "sliding-log")) || (data2 === "sliding-counter")) || (data2 === "token-bucket")) || (data2 === "concurrency")) || (data2 === "none")) || (data2 === "inconclusive"))){
const err17 = {instancePath:instancePath+"/algorithm",schemaPath:"#/properties/algorithm/enum",keyword:"enum",params:{allowedValues: schema65.properties.algorithm.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.quota !== undefined){
let data3 = data.quota;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (data3 !== null)){
const err18 = {instancePath:instancePath+"/quota",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 0 || isNaN(data3)){
const err19 = {instancePath:instancePath+"/quota",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.quotaInterval !== undefined){
let data4 = data.quotaInterval;
if((!(Array.isArray(data4))) && (data4 !== null)){
const err20 = {instancePath:instancePath+"/quotaInterval",schemaPath:"#/$defs/interval/type",keyword:"type",params:{type: schema67.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(Array.isArray(data4)){
if(data4.length < 2){
const err21 = {instancePath:instancePath+"/quotaInterval",schemaPath:"#/$defs/interval/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len0 = data4.length;
if(len0 > 0){
let data5 = data4[0];
if(!((typeof data5 == "number") && (isFinite(data5)))){
const err22 = {instancePath:instancePath+"/quotaInterval/0",schemaPath:"#/$defs/interval/prefixItems/0/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(len0 > 1){
let data6 = data4[1];
if(!((typeof data6 == "number") && (isFinite(data6)))){
const err23 = {instancePath:instancePath+"/quotaInterval/1",schemaPath:"#/$defs/interval/prefixItems/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
const len1 = data4.length;
if(!(len1 <= 2)){
const err24 = {instancePath:instancePath+"/quotaInterval",schemaPath:"#/$defs/interval/items",keyword:"items",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data.windowMs !== undefined){
let data7 = data.windowMs;
if((!((typeof data7 == "number") && (isFinite(data7)))) && (data7 !== null)){
const err25 = {instancePath:instancePath+"/windowMs",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err26 = {instancePath:instancePath+"/windowMs",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
if(data.windowIntervalMs !== undefined){
let data8 = data.windowIntervalMs;
if((!(Array.isArray(data8))) && (data8 !== null)){
const err27 = {instancePath:instancePath+"/windowIntervalMs",schemaPath:"#/$defs/interval/type",keyword:"type",params:{type: schema67.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(Array.isArray(data8)){
if(data8.length < 2){
const err28 = {instancePath:instancePath+"/windowIntervalMs",schemaPath:"#/$defs/interval/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
const len2 = data8.length;
if(len2 > 0){
let data9 = data8[0];
if(!((typeof data9 == "number") && (isFinite(data9)))){
const err29 = {instancePath:instancePath+"/windowIntervalMs/0",schemaPath:"#/$defs/interval/prefixItems/0/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(len2 > 1){
let data10 = data8[1];
if(!((typeof data10 == "number") && (isFinite(data10)))){
const err30 = {instancePath:instancePath+"/windowIntervalMs/1",schemaPath:"#/$defs/interval/prefixItems/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
const len3 = data8.length;
if(!(len3 <= 2)){
const err31 = {instancePath:instancePath+"/windowIntervalMs",schemaPath:"#/$defs/interval/items",keyword:"items",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data.refillPerSecond !== undefined){
let data11 = data.refillPerSecond;
if((!((typeof data11 == "number") && (isFinite(data11)))) && (data11 !== null)){
const err32 = {instancePath:instancePath+"/refillPerSecond",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 < 0 || isNaN(data11)){
const err33 = {instancePath:instancePath+"/refillPerSecond",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data.refillInterval !== undefined){
let data12 = data.refillInterval;
if((!(Array.isArray(data12))) && (data12 !== null)){
const err34 = {instancePath:instancePath+"/refillInterval",schemaPath:"#/$defs/interval/type",keyword:"type",params:{type: schema67.type},message:"must be array,null"};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(Array.isArray(data12)){
if(data12.length < 2){
const err35 = {instancePath:instancePath+"/refillInterval",schemaPath:"#/$defs/interval/minItems",keyword:"minItems",params:{limit: 2},message:"must NOT have fewer than 2 items"};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
const len4 = data12.length;
if(len4 > 0){
let data13 = data12[0];
if(!((typeof data13 == "number") && (isFinite(data13)))){
const err36 = {instancePath:instancePath+"/refillInterval/0",schemaPath:"#/$defs/interval/prefixItems/0/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(len4 > 1){
let data14 = data12[1];
if(!((typeof data14 == "number") && (isFinite(data14)))){
const err37 = {instancePath:instancePath+"/refillInterval/1",schemaPath:"#/$defs/interval/prefixItems/1/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
const len5 = data12.length;
if(!(len5 <= 2)){
const err38 = {instancePath:instancePath+"/refillInterval",schemaPath:"#/$defs/interval/items",keyword:"items",params:{limit: 2},message:"must NOT have more than 2 items"};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
if(data.retryAfter !== undefined){
let data15 = data.retryAfter;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.form === undefined){
const err39 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/required",keyword:"required",params:{missingProperty: "form"},message:"must have required property '"+"form"+"'"};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data15.longestMs === undefined){
const err40 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/required",keyword:"required",params:{missingProperty: "longestMs"},message:"must have required property '"+"longestMs"+"'"};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data15.trials === undefined){
const err41 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/required",keyword:"required",params:{missingProperty: "trials"},message:"must have required property '"+"trials"+"'"};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data15.recovered === undefined){
const err42 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/required",keyword:"required",params:{missingProperty: "recovered"},message:"must have required property '"+"recovered"+"'"};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data15.form !== undefined){
let data16 = data15.form;
if((typeof data16 !== "string") && (data16 !== null)){
const err43 = {instancePath:instancePath+"/retryAfter/form",schemaPath:"#/$defs/textOrNull/type",keyword:"type",params:{type: schema10.type},message:"must be string,null"};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data15.longestMs !== undefined){
let data17 = data15.longestMs;
if((!((typeof data17 == "number") && (isFinite(data17)))) && (data17 !== null)){
const err44 = {instancePath:instancePath+"/retryAfter/longestMs",schemaPath:"#/$defs/amountOrNull/type",keyword:"type",params:{type: schema38.type},message:"must be number,null"};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
const err45 = {instancePath:instancePath+"/retryAfter/longestMs",schemaPath:"#/$defs/amountOrNull/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
if(data15.trials !== undefined){
let data18 = data15.trials;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err46 = {instancePath:instancePath+"/retryAfter/trials",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
const err47 = {instancePath:instancePath+"/retryAfter/trials",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
if(data15.recovered !== undefined){
let data19 = data15.recovered;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err48 = {instancePath:instancePath+"/retryAfter/recovered",schemaPath:"#/$defs/count/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 0 || isNaN(data19)){
const err49 = {instancePath:instancePath+"/retryAfter/recovered",schemaPath:"#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
}
else {
const err50 = {instancePath:instancePath+"/retryAfter",schemaPath:"#/properties/retryAfter/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.verdict !== undefined){
let data20 = data.verdict;
if(!(((((data20 === "pass") || (data20 === "violation")) || (data20 === "undocumented")) || (data20 === "inconclusive")) || (data20 === "not-exercised"))){
const err51 = {instancePath:instancePath+"/verdict",schemaPath:"#/$defs/verdict/enum",keyword:"enum",params:{allowedValues: schema22.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data.why !== undefined){
if(typeof data.why !== "string"){
const err52 = {instancePath:instancePath+"/why",schemaPath:"#/properties/why/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.timeline !== undefined){
let data22 = data.timeline;
if(Array.isArray(data22)){
const len6 = data22.length;
for(let i0=0; i0<len6; i0++){
let data23 = data22[i0];
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.at === undefined){
const err53 = {instancePath:instancePath+"/timeline/" + i0,schemaPath:"#/properties/timeline/items/required",keyword:"required",params:{missingProperty: "at"},message:"must have required property '"+"at"+"'"};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data23.kind === undefined){
const err54 = {instancePath:instancePath+"/timeline/" + i0,schemaPath:"#/properties/timeline/items/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data23.status === undefined){
const err55 = {instancePath:instancePath+"/timeline/" + i0,schemaPath:"#/properties/timeline/items/required",keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data23.at !== undefined){
let data24 = data23.at;
if(!((typeof data24 == "number") && (isFinite(data24)))){
const err56 = {instancePath:instancePath+"/timeline/" + i0+"/at",schemaPath:"#/properties/timeline/items/properties/at/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data23.kind !== undefined){
let data25 = data23.kind;
if(!((((((data25 === "accepted") || (data25 === "refused")) || (data25 === "failed")) || (data25 === "wait")) || (data25 === "recovered")) || (data25 === "still-refused"))){
const err57 = {instancePath:instancePath+"/timeline/" + i0+"/kind",schemaPath:"#/properties/timeline/items/properties/kind/enum",keyword:"enum",params:{allowedValues: schema65.properties.timeline.items.properties.kind.enum},message:"must be equal to one of the allowed values"};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data23.status !== undefined){
let data26 = data23.status;
if((!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))) && (data26 !== null)){
const err58 = {instancePath:instancePath+"/timeline/" + i0+"/status",schemaPath:"#/properties/timeline/items/properties/status/type",keyword:"type",params:{type: schema65.properties.timeline.items.properties.status.type},message:"must be integer,null"};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data23.ms !== undefined){
let data27 = data23.ms;
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 < 0 || isNaN(data27)){
const err59 = {instancePath:instancePath+"/timeline/" + i0+"/ms",schemaPath:"#/$defs/amount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/timeline/" + i0+"/ms",schemaPath:"#/$defs/amount/type",keyword:"type",params:{type: "number"},message:"must be number"};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
else {
const err61 = {instancePath:instancePath+"/timeline/" + i0,schemaPath:"#/properties/timeline/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
else {
const err62 = {instancePath:instancePath+"/timeline",schemaPath:"#/properties/timeline/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.seen !== undefined){
if(typeof data.seen !== "string"){
const err63 = {instancePath:instancePath+"/seen",schemaPath:"#/properties/seen/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}
validate18.evaluated = {"props":{"scope":true,"operation":true,"algorithm":true,"quota":true,"quotaInterval":true,"windowMs":true,"windowIntervalMs":true,"refillPerSecond":true,"refillInterval":true,"retryAfter":true,"verdict":true,"why":true,"timeline":true,"seen":true},"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="urn:platform-api-suite:results:1" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.schemaVersion === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "schemaVersion"},message:"must have required property '"+"schemaVersion"+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.run === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "run"},message:"must have required property '"+"run"+"'"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.catalog === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "catalog"},message:"must have required property '"+"catalog"+"'"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.summary === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "summary"},message:"must have required property '"+"summary"+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.findings === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "findings"},message:"must have required property '"+"findings"+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.observations === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "observations"},message:"must have required property '"+"observations"+"'"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.load === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "load"},message:"must have required property '"+"load"+"'"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.schemaVersion !== undefined){
if(1 !== data.schemaVersion){
const err7 = {instancePath:instancePath+"/schemaVersion",schemaPath:"#/properties/schemaVersion/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.run !== undefined){
if(!(validate1(data.run, {instancePath:instancePath+"/run",parentData:data,parentDataProperty:"run",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
}
if(data.catalog !== undefined){
if(!(validate3(data.catalog, {instancePath:instancePath+"/catalog",parentData:data,parentDataProperty:"catalog",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
}
if(data.summary !== undefined){
if(!(validate5(data.summary, {instancePath:instancePath+"/summary",parentData:data,parentDataProperty:"summary",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate5.errors : vErrors.concat(validate5.errors);
errors = vErrors.length;
}
}
if(data.findings !== undefined){
let data4 = data.findings;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
if(!(validate7(data4[i0], {instancePath:instancePath+"/findings/" + i0,parentData:data4,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
errors = vErrors.length;
}
}
}
else {
const err8 = {instancePath:instancePath+"/findings",schemaPath:"#/properties/findings/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.observations !== undefined){
let data6 = data.observations;
if(!(data6 && typeof data6 == "object" && !Array.isArray(data6))){
const err9 = {instancePath:instancePath+"/observations",schemaPath:"#/properties/observations/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.changes !== undefined){
if(!(validate9(data.changes, {instancePath:instancePath+"/changes",parentData:data,parentDataProperty:"changes",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate9.errors : vErrors.concat(validate9.errors);
errors = vErrors.length;
}
}
if(data.known !== undefined){
if(!(validate11(data.known, {instancePath:instancePath+"/known",parentData:data,parentDataProperty:"known",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
errors = vErrors.length;
}
}
if(data.load !== undefined){
let data9 = data.load;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.scenarios === undefined){
const err10 = {instancePath:instancePath+"/load",schemaPath:"#/properties/load/required",keyword:"required",params:{missingProperty: "scenarios"},message:"must have required property '"+"scenarios"+"'"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data9.limits === undefined){
const err11 = {instancePath:instancePath+"/load",schemaPath:"#/properties/load/required",keyword:"required",params:{missingProperty: "limits"},message:"must have required property '"+"limits"+"'"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data9.scenarios !== undefined){
let data10 = data9.scenarios;
if(Array.isArray(data10)){
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
if(!(validate13(data10[i1], {instancePath:instancePath+"/load/scenarios/" + i1,parentData:data10,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
}
else {
const err12 = {instancePath:instancePath+"/load/scenarios",schemaPath:"#/properties/load/properties/scenarios/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data9.limits !== undefined){
let data12 = data9.limits;
if(Array.isArray(data12)){
const len2 = data12.length;
for(let i2=0; i2<len2; i2++){
if(!(validate18(data12[i2], {instancePath:instancePath+"/load/limits/" + i2,parentData:data12,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
}
}
else {
const err13 = {instancePath:instancePath+"/load/limits",schemaPath:"#/properties/load/properties/limits/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/load",schemaPath:"#/properties/load/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"schemaVersion":true,"run":true,"catalog":true,"summary":true,"findings":true,"observations":true,"changes":true,"known":true,"load":true},"dynamicProps":false,"dynamicItems":false};
